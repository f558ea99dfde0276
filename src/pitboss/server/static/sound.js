// @ts-check
// Plays a few short sounds, which the page makes without files. Off unless switched on.

import { prefs } from "./prefs.js";

const SOUNDS = {
  card: { noise: true, high: 3200, length: 0.05, loud: 0.2 },
  chip: { high: 2100, low: 1500, length: 0.06, loud: 0.16 },
  dice: { noise: true, high: 900, length: 0.28, loud: 0.3 },
  turn: { high: 660, low: 880, length: 0.16, loud: 0.12 },
};
/** @type {{ context: AudioContext | null }} */
const player = { context: null }; // created with the first sound

// Plays a sound, if sound is on and the page is visible.
export function sound(name) {
  if (!prefs.sound || document.hidden) return;
  player.context ??= new AudioContext();
  const { context } = player;
  const { noise, high, low = high, length, loud } = SOUNDS[name];
  const now = context.currentTime;
  const volume = context.createGain();
  volume.gain.setValueAtTime(loud, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  volume.connect(context.destination);
  if (noise) {
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: high })).connect(volume);
    source.start(now);
  } else {
    const tone = new OscillatorNode(context, { frequency: high });
    tone.frequency.linearRampToValueAtTime(low, now + length);
    tone.connect(volume);
    tone.start(now);
    tone.stop(now + length);
  }
}
