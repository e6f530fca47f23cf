import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import sharp from 'sharp';
import { linesOf, widthOf } from './letters.ts';
import { A4, ACROSS_WEIGHT, type Pdf, placeAcross, type Raster, type Sheet, type Size } from './pdf.ts';

const escaped = (words: string) => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
const FAMILY = "'Be Vietnam Pro', sans-serif";
const FIGURES = "'Lobby Figures', 'Be Vietnam Pro', sans-serif";
const number = (value: number) => String(Math.round(value * 100) / 100);
/** Letters as a style: what a screen sets for all its text wins over attributes. */
const font = (size: number, weight: number, family = FAMILY) => `style="font:${weight} ${number(size)}px ${family}"`;

/** The same pages as pictures, to be looked at while a paper is being laid out. */
export function openSvg(): Pdf & { pages: string[]; language: Language } {
  const pages: string[] = [];
  const open = {
    pages,
    call() {},
    mark() {},
    language: DEFAULT_LANGUAGE,
    async page(language: Language, draw: (sheet: Sheet) => void, { width, height }: Size = A4) {
      if (pages.length === 0) open.language = language;
      const said: string[] = [];
      const pictures: { at: number; raster: Raster; place: string }[] = [];
      draw({
        text(words, x, y, { size = 10, weight = 400, align = 'start', color, figures } = {}) {
          if (words === '') return;
          // As wide as on paper, whatever letters the screen has.
          const wide = number(widthOf(words, size, weight, language, figures));
          const fill = color ? ` fill="${color}"` : '';
          said.push(
            `<text x="${number(x)}" y="${number(y)}" ${font(size, weight, figures ? FIGURES : FAMILY)} text-anchor="${align}" textLength="${wide}" lengthAdjust="spacingAndGlyphs"${fill}>${escaped(words)}</text>`,
          );
        },
        area: (x, y, { width: wide, height: high }, { fill = 'none', stroke = 'none', radius = 0 }) =>
          void said.push(
            `<rect x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(high)}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="0.75"/>`,
          ),
        across(words) {
          const { x, y, size } = placeAcross(words, { width, height }, language);
          const [left, base] = [number(x), number(y)];
          said.push(
            `<text x="${left}" y="${base}" transform="rotate(-45 ${left} ${base})" ${font(size, ACROSS_WEIGHT)} fill="#e0e0e0">${escaped(words)}</text>`,
          );
        },
        line: (x1, y1, x2, y2, wide = 0.5, color = '#15191C') =>
          void said.push(
            `<path d="M${number(x1)} ${number(y1)}L${number(x2)} ${number(y2)}" stroke="${color}" stroke-width="${wide}"/>`,
          ),
        squares(dark, count, x, y, size) {
          const one = size / count;
          const side = number(one);
          const parts = Array.from({ length: count * count }, (_, n) => [Math.floor(n / count), n % count] as const);
          const path = parts
            .filter(([row, column]) => dark(row, column))
            .map(([row, column]) => `M${number(x + column * one)} ${number(y + row * one)}h${side}v${side}h-${side}z`);
          said.push(`<path d="${path.join('')}" shape-rendering="crispEdges"/>`);
        },
        picture(raster, x, y, size) {
          const place = `x="${number(x)}" y="${number(y)}" width="${number(size.width)}" height="${number(size.height)}"`;
          pictures.push({ at: said.push('') - 1, raster, place });
        },
        lines: (words, room, { size = 10, weight = 400, figures } = {}) =>
          linesOf(words, room, size, weight, language, figures),
      });
      for (const { at, raster, place } of pictures) {
        const raw = { width: raster.width, height: raster.height, channels: 3 } as const;
        const png = (await sharp(raster.rgb, { raw }).png().toBuffer()).toString('base64');
        said[at] = `<image ${place} href="data:image/png;base64,${png}"/>`;
      }
      pages.push(
        `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${number(width)} ${number(height)}" fill="#15191C"><rect width="100%" height="100%" fill="#fff"/>${said.join('')}</svg>`,
      );
    },
    close: async () => undefined,
  };
  return open;
}
