import { parentPort, workerData } from 'node:worker_threads';
import libheif from 'libheif-js/wasm-bundle.js';

const { body, mostPixels } = workerData as { body: Uint8Array; mostPixels: number };

/** Decodes the primary image with its rotation applied; null if there is none or it claims too many pixels. */
async function pixels() {
  await libheif.ready;
  const images = new libheif.HeifDecoder().decode(body);
  const image = images.find(candidate => candidate.is_primary()) ?? images[0];
  if (!image) return null;
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > mostPixels) return null;
  const into = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return new Promise<typeof into | null>(resolve => image.display(into, resolve));
}

const answer = await pixels().catch(() => null);
parentPort?.postMessage(answer, answer ? [answer.data.buffer] : []);
