"""The public interface: `front.py` lists what `import pitboss` offers."""
