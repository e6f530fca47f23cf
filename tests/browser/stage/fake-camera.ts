/// <reference path="../../../client/kit/ui/qr/qrcode.d.ts" />
import { writeFileSync } from 'node:fs';
import { create } from 'qrcode';
import sharp from 'sharp';

const [WIDTH, HEIGHT] = [640, 480];

/** A film of two pictures that shows a code, for Chromium's own switch: what its camera sees then. */
export async function filmOf(text: string, file: string): Promise<readonly string[]> {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data).flatMap((one, n) => (one ? [`M${n % size} ${Math.floor(n / size)}h1v1h-1z`] : []));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${size + 8} ${size + 8}" shape-rendering="crispEdges"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`;
  const light = await sharp(Buffer.from(svg), { density: 900 })
    .resize({ width: WIDTH, height: HEIGHT, fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light.subarray(0, WIDTH * HEIGHT), colour]);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}
