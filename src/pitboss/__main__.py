from pitboss.cli.main import entry

entry()
