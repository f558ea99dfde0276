"""Pay tables searched for: those that the law allows and that cost what somebody wants."""
