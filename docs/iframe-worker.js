// @ts-check
// Browsers start no worker from a file. When the site is read from a disk, its search runs in a hidden frame instead,
// which takes and sends the same messages. (The site's generator would fetch such a script from a network.)
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = `<script>postMessage = (data) => answer(data)</script><script src="${url}"></script>`;
      frame.addEventListener("load", () => {
        this.inside = frame.contentWindow;
        this.inside.answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        for (const data of this.waiting) this.postMessage(data);
      });
      document.body.append(frame);
    }

    postMessage(data) {
      if (this.inside) this.inside.dispatchEvent(new MessageEvent("message", { data }));
      else this.waiting.push(data);
    }
  };
