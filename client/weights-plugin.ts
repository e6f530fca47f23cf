import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** kB of script, gzip; a build that goes above one of them fails. */
interface Budgets {
  /** Script loaded before any screen: the page's own and the words that every screen needs. */
  start: number;
  /** Script that a screen loads beyond the start before it is drawn. */
  screen: number;
  /** Screens that may bring more, by their file. */
  larger?: Readonly<Record<string, number>>;
}

interface Weighed {
  /** Matches files of screens; its first group names the screen. */
  screens: RegExp;
  /** Matches the file of words that the start loads by itself, in the language of most users. */
  words: RegExp;
}

/** Weighs the start and each screen at every build, which fails above a budget. */
export const weights = ({ start, screen, larger = {} }: Budgets, { screens, words }: Weighed): Plugin => ({
  name: 'weights',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = new Map<string, Rolldown.OutputChunk>();
    for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
    const begins = [...chunks.values()].filter(chunk => chunk.isEntry || words.test(chunk.facadeModuleId ?? ''));
    const first = closureOf(
      chunks,
      begins.map(begin => begin.fileName),
    );
    const sizes = new Map([...chunks].map(([name, { code }]) => [name, gzipSync(code).length / 1024]));
    const weigh = (files: readonly string[]) =>
      Math.round(files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0));
    const weighed = [...chunks.values()].flatMap(chunk => {
      const [, file] = screens.exec(chunk.facadeModuleId ?? '') ?? [];
      if (!file || !chunk.isDynamicEntry || !chunk.exports.some(name => name === 'Component' || name === 'Page'))
        return [];
      const files = [...closureOf(chunks, [chunk.fileName])].filter(name => !first.has(name));
      return [{ file, kB: weigh(files), files: files.length }];
    });
    weighed.sort((a, b) => b.kB - a.kB);
    const beginning = weigh([...first]);
    this.emitFile({
      type: 'asset',
      fileName: '.weights.json',
      source: JSON.stringify({ start: beginning, budgets: { start, screen }, screens: weighed }),
    });
    const messages = weighed
      .filter(({ file, kB }) => kB > (larger[file] ?? screen))
      .map(({ file, kB }) => `${file} brings ${kB} kB where ${larger[file] ?? screen} are its budget`);
    if (beginning > start) messages.unshift(`the start brings ${beginning} kB where ${start} are its budget`);
    if (messages.length > 0) this.error(`Script has outgrown its budget (vite.config.ts):\n${messages.join('\n')}`);
  },
});

/** Chunks with all their static imports. */
function closureOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(chunks.get(name)?.imports ?? []));
  }
  return found;
}
