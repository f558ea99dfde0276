"""The public interface: `front.py` lists it, `import pitboss` offers it."""
