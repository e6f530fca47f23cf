import { fold } from '@lobby/shared/kit/text-search.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { type Figure, type InTurn, inTurn, ratioLine } from './figure.ts';
import { now } from './machine.ts';
import { call, type Product, startProduct } from './product.ts';
import { QUIET_BUILDING } from './stage.ts';
import { quantile, shown } from './statistics.ts';

export const FIRST = `${ticket.path}?limit=20`;

/** Deep pages and word search, each call in turn with the plain first page of the same list. */
export const s5: Figure = {
  id: 's5',
  title: 'A deep page and a word search beside the plain first page',
  async run(stage, quick) {
    const size = quick ? QUIET_BUILDING : 100_000;
    const row = quick ? 100 : 19_000;
    const calls = quick ? 20 : 300;
    const product = await startProduct(await stage.building(size));
    const deep = `${FIRST}&after=${await cursorAt(product, row)}`;
    const { alone, pairs } = await wordsOf(product, quick ? 10 : 100);
    const searches = (words: readonly string[]) => words.map(word => `${FIRST}&filter[q]=${encodeURIComponent(word)}`);
    await timed(product, FIRST, 30);

    const deepTimes = await beside(
      product,
      Array.from({ length: calls }, () => deep),
    );
    const wordTimes = await beside(product, searches(alone));
    const againTimes = await beside(product, searches(alone));
    const pairTimes = await beside(product, searches(pairs));
    const keyTimes = await beside(product, keysOf(alone.slice(0, quick ? 3 : 40)));
    await product.stop();
    // The plain first page is what each of them is beside.
    const line = (what: string, times: InTurn<number>, most?: number) =>
      ratioLine(`${what}, p95 ${shown(quantile(times.product, 0.95))} ms`, times, { unit: 'ms', most });
    return [
      line(`page at row ${shown(row)} of ${shown(size)}, by cursor`, deepTimes, 1.5),
      line(`${alone.length} words, each for the first time`, wordTimes, 2),
      line('the same words again', againTimes, 2),
      // Each record that holds the rarer word has to be read to be counted; from then on the total is kept.
      line(`${pairs.length} pairs of words, each for the first time`, pairTimes, 5),
      line(
        `the palette, over all modules, for each key of ${shown(keyTimes.product.length)} that are typed`,
        keyTimes,
        3,
      ),
    ];
  },
};

/** The time of a call, in ms: the mean of so many. */
export async function timed(product: Product, path: string, times = 1): Promise<number> {
  const begun = now();
  for (let n = 0; n < times; n++) await call(product, 'GET', path);
  return (now() - begun) / times;
}

/** The time of each path, and of the plain first page before it. */
async function beside(product: Product, paths: readonly string[]): Promise<InTurn<number>> {
  const rest = [...paths];
  return inTurn(
    { rounds: paths.length },
    () => timed(product, FIRST),
    () => timed(product, rest.shift() ?? FIRST),
  );
}

/** Requests of the palette while words are typed, from their second letter on. */
const keysOf = (words: readonly string[]) =>
  words.flatMap(word =>
    Array.from({ length: word.length - 1 }, (_, n) => `/search?q=${encodeURIComponent(word.slice(0, n + 2))}`),
  );

/** The cursor after so many rows, as a client that scrolls comes to it. */
export async function cursorAt(product: Product, row: number): Promise<string> {
  let after = '';
  for (let at = 0; at < row; at += 100) {
    const { headers } = await call(product, 'GET', `${ticket.path}?limit=100${after && `&after=${after}`}`);
    after = headers.get('X-Next-Cursor') ?? '';
  }
  return after;
}

/** Words of the newest titles as people type them, without accents: common and rare ones, alone and in pairs. */
export async function wordsOf(product: Product, most: number): Promise<{ alone: string[]; pairs: string[] }> {
  const { data } = await call<{ title: string }[]>(product, 'GET', `${ticket.path}?limit=100`);
  const titles = data.map(({ title }) => fold(title).split(/\s+/).slice(0, 3));
  const typed = (texts: string[]) => [...new Set(texts)].filter(text => /^[a-z]{3,}( [a-z]{2,})?$/.test(text));
  return {
    alone: typed(titles.flatMap(([one = '', two = '']) => [one, two])).slice(0, most),
    pairs: typed(titles.map(([, two, three]) => `${two} ${three}`)).slice(0, most),
  };
}
