import sharp from 'sharp';
import type { Random } from '../random.ts';
import type { TicketKind } from '../texts/kinds.ts';

const WIDTH = 960;
const HEIGHT = 720;

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** Two steel doors and a panel of buttons. */
function elevator(random: Random): string {
  const gap = random.int(4, 60);
  const lights = [0, 1, 2, 3].map(
    n => `<circle cx="840" cy="${260 + n * 60}" r="16" fill="${random.chance(0.3) ? '#e8a33d' : '#5b6368'}"/>`,
  );
  return (
    rect(0, 0, WIDTH, HEIGHT, '#8d8579') +
    rect(180, 60, 260 - gap / 2, 660, 'url(#steel)') +
    rect(440 + gap / 2, 60, 260 - gap / 2, 660, 'url(#steel)') +
    rect(800, 210, 80, 280, '#c9c5bd') +
    lights.join('')
  );
}

/** A wall or ceiling with a stain. */
function stain(random: Random): string {
  const spots = Array.from({ length: 7 }, () => {
    const [x, y, r] = [random.int(250, 700), random.int(180, 520), random.int(40, 150)];
    return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.7}" fill="url(#damp)"/>`;
  });
  return (
    rect(0, 0, WIDTH, HEIGHT, random.pick(['#e6e1d6', '#dcdedd', '#e9e4df'])) +
    rect(0, 0, WIDTH, 40, '#cfcac0') +
    spots.join('')
  );
}

/** A corridor with doors and lamps, some of them dark. */
function corridor(random: Random): string {
  const lamps = [150, 350, 550, 750].map(
    x => `<ellipse cx="${x + 30}" cy="50" rx="60" ry="14" fill="${random.chance(0.5) ? '#fff6d8' : '#4b4a47'}"/>`,
  );
  const doors = [90, 420, 750].map(x => rect(x, 200, 130, 420, '#6b4a32'));
  return rect(0, 0, WIDTH, HEIGHT, '#a9a499') + rect(0, 620, WIDTH, 100, '#77716a') + doors.join('') + lamps.join('');
}

const SCENES: Readonly<Partial<Record<TicketKind, (random: Random) => string>>> = {
  elevator,
  water: stain,
  structure: stain,
};

const DEFS =
  '<linearGradient id="steel"><stop offset="0" stop-color="#9aa1a5"/><stop offset="1" stop-color="#d5d9db"/></linearGradient>' +
  '<radialGradient id="damp"><stop offset="0" stop-color="#7d5f2c" stop-opacity="0.45"/><stop offset="0.7" stop-color="#8a6a35" stop-opacity="0.22"/>' +
  '<stop offset="1" stop-color="#8a6a35" stop-opacity="0"/></radialGradient>';

/** A small JPEG like one from a resident's phone, generated for each call. */
export async function takePhoto(kind: TicketKind, random: Random): Promise<Buffer> {
  const scene = (SCENES[kind] ?? corridor)(random);
  // Rotated a little and enlarged, so that no edge of the drawing shows.
  const held = `rotate(${random.int(-4, 4)} 480 360) translate(-58 -43) scale(1.12)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${DEFS}</defs><g transform="${held}">${scene}</g></svg>`;
  return sharp(Buffer.from(svg))
    .blur(1 + random.next() * 1.5)
    .modulate({ brightness: 0.75 + random.next() * 0.3 })
    .jpeg({ quality: 68 })
    .toBuffer();
}
