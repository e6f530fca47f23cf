import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import sharp from 'sharp';
import type { Point } from './font.ts';
import { linesOf, runsOf, widthOf } from './letters.ts';
import { A4, ACROSS_WEIGHT, type Pdf, placeAcross, type Raster, type Sheet, type Size } from './pdf.ts';

const escaped = (words: string) => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
const FAMILY = "'Be Vietnam Pro', sans-serif";
const FIGURES = "'Lobby Figures', 'Be Vietnam Pro', sans-serif";
const number = (value: number) => String(Math.round(value * 100) / 100);
/** Set as a style, because a screen's own CSS overrides attributes. */
const font = (size: number, weight: number, family = FAMILY) => `style="font:${weight} ${number(size)}px ${family}"`;

/** Contours as an SVG path: between two control points the curve passes through their midpoint. */
function pathOf(curve: readonly Point[], place: (point: Pick<Point, 'x' | 'y'>) => string): string {
  const first = curve.findIndex(({ on }) => on);
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
  const [head, tail] = [curve[0], curve.at(-1)];
  if (!head || !tail) return '';
  const start = first >= 0 ? (curve[first] ?? head) : middle(head, tail);
  const around = first >= 0 ? [...curve.slice(first + 1), ...curve.slice(0, first)] : curve;
  const steps = [...around, start].reduce(
    ({ said, handle }, point) => {
      if (!handle) return point.on ? { said: `${said}L${place(point)}`, handle: null } : { said, handle: point };
      const end = point.on ? point : middle(handle, point);
      return { said: `${said}Q${place(handle)} ${place(end)}`, handle: point.on ? null : point };
    },
    { said: `M${place(start)}`, handle: null as Point | null },
  );
  return `${steps.said}Z`;
}

/** Glyphs as paths, for screens that may lack the font. */
function drawnLetters(runs: ReturnType<typeof runsOf>, x: number, y: number, size: number): string {
  let from = x;
  const curves = runs.flatMap(({ face, glyphs }) =>
    glyphs.flatMap(({ glyph }) => {
      const left = from;
      from += (face.widthOf(glyph) * size) / 1000;
      const place = (point: Pick<Point, 'x' | 'y'>) =>
        `${number(left + (point.x * size) / 1000)} ${number(y - (point.y * size) / 1000)}`;
      return face.outlineOf(glyph).map(curve => pathOf(curve, place));
    }),
  );
  return curves.join('');
}

/** Renders the same pages as SVG, to preview a layout. */
export function openSvg(): Pdf & { pages: string[]; language: Language } {
  const pages: string[] = [];
  const open = {
    pages,
    call() {},
    mark() {},
    language: DEFAULT_LANGUAGE,
    async page(language: Language, draw: (sheet: Sheet) => void, { width, height }: Size = A4) {
      if (pages.length === 0) open.language = language;
      const tags: string[] = [];
      const pictures: { at: number; raster: Raster; place: string }[] = [];
      draw({
        text(words, x, y, { size = 10, weight = 400, align = 'start', color, figures } = {}) {
          if (words === '') return;
          // The width on paper, whatever font the screen has.
          const wide = widthOf(words, size, weight, language, figures);
          const runs = runsOf(words, weight, language, figures);
          const drawn = runs.some(({ face }) => face.only);
          const fill = color ? ` fill="${color}"` : '';
          if (drawn) {
            const from = x - (align === 'end' ? wide : align === 'middle' ? wide / 2 : 0);
            tags.push(`<path aria-hidden="true" d="${drawnLetters(runs, from, y, size)}"${fill}/>`);
          }
          tags.push(
            `<text x="${number(x)}" y="${number(y)}" ${font(size, weight, figures ? FIGURES : FAMILY)} text-anchor="${align}" textLength="${number(wide)}" lengthAdjust="spacingAndGlyphs"${drawn ? ' fill-opacity="0"' : fill}>${escaped(words)}</text>`,
          );
        },
        area: (x, y, { width: wide, height: high }, { fill = 'none', stroke = 'none', radius = 0 }) =>
          void tags.push(
            `<rect x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(high)}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="0.75"/>`,
          ),
        across(words) {
          const { x, y, size } = placeAcross(words, { width, height }, language);
          const [left, base] = [number(x), number(y)];
          const runs = runsOf(words, ACROSS_WEIGHT, language);
          const drawn = runs.some(({ face }) => face.only);
          const turned = `transform="rotate(-45 ${left} ${base})"`;
          if (drawn) tags.push(`<path ${turned} d="${drawnLetters(runs, x, y, size)}" fill="#e0e0e0"/>`);
          tags.push(
            `<text x="${left}" y="${base}" ${turned} ${font(size, ACROSS_WEIGHT)} ${drawn ? 'fill-opacity="0"' : 'fill="#e0e0e0"'}>${escaped(words)}</text>`,
          );
        },
        line: (x1, y1, x2, y2, wide = 0.5, color = '#15191C') =>
          void tags.push(
            `<path d="M${number(x1)} ${number(y1)}L${number(x2)} ${number(y2)}" stroke="${color}" stroke-width="${wide}"/>`,
          ),
        squares(dark, count, x, y, size, alt = 'QR') {
          const step = size / count;
          const side = number(step);
          const parts = Array.from({ length: count * count }, (_, n) => [Math.floor(n / count), n % count] as const);
          const path = parts
            .filter(([row, column]) => dark(row, column))
            .map(
              ([row, column]) => `M${number(x + column * step)} ${number(y + row * step)}h${side}v${side}h-${side}z`,
            );
          tags.push(
            `<path role="img" aria-label="${escaped(alt)}" d="${path.join('')}" shape-rendering="crispEdges"/>`,
          );
        },
        picture(raster, x, y, size, alt) {
          const place = `x="${number(x)}" y="${number(y)}" width="${number(size.width)}" height="${number(size.height)}"`;
          const named = alt ? ` role="img" aria-label="${escaped(alt)}"` : '';
          pictures.push({ at: tags.push('') - 1, raster, place: `${place}${named}` });
        },
        part: (_, draw) => draw(),
        aside: draw => draw(),
        lines: (words, room, { size = 10, weight = 400, figures } = {}) =>
          linesOf(words, room, size, weight, language, figures),
      });
      for (const { at, raster, place } of pictures) {
        const raw = { width: raster.width, height: raster.height, channels: 3 } as const;
        const png = (await sharp(raster.rgb, { raw }).png().toBuffer()).toString('base64');
        tags[at] = `<image ${place} href="data:image/png;base64,${png}"/>`;
      }
      pages.push(
        `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${number(width)} ${number(height)}" fill="#15191C"><rect width="100%" height="100%" fill="#fff"/>${tags.join('')}</svg>`,
      );
    },
    close: async () => undefined,
  };
  return open;
}
