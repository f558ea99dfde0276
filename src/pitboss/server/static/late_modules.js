// @ts-check
// Modules that a page needs later, or only sometimes.

const LONGEST = 10_000; // milliseconds between two tries

// The server may be gone just then: the module is asked for again, under another address, for a browser does not ask
// twice for one that failed.
/** @param {string} name */
export async function load(name) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await import(`./${name}.js${tries ? `?try=${tries}` : ""}`);
    } catch {
      await new Promise((done) => setTimeout(done, Math.min(1000 * 2 ** tries, LONGEST)));
    }
  }
}
