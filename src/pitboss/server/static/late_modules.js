// @ts-check
// Loads modules that a page needs later, or only sometimes.

const LONGEST = 10_000; // milliseconds between two tries

// Loads a module. While the server cannot be reached it tries again, each time under another address, because a browser
// does not fetch a module again that failed.
/** @param {string} name */
export async function load(name) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await import(`./${name}.js${tries ? `?try=${tries}` : ""}`);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** tries, LONGEST)));
    }
  }
}
