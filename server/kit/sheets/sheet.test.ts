import { once } from 'node:events';
import { Writable } from 'node:stream';
import { CFB, read } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { type Cell, writeBook, writeSheet } from './sheet.ts';

class Kept extends Writable {
  parts: Buffer[] = [];
  override _write(part: Buffer, _encoding: string, done: () => void) {
    this.parts.push(part);
    done();
  }
}

/** A stream that takes the first bytes and then blocks. */
class Stuck extends Writable {
  override _write() {}
}

async function* inBatches(...batches: Cell[][][]) {
  yield* batches;
}

it('writes what a spreadsheet program reads, texts as texts', async () => {
  const out = new Kept();
  const texts = ['Nhà & "vườn" <1>', ' two\nlines ', '=1+1', 'a\u0000b\ud800c', '字🏠'];
  await writeSheet(out, 'A & B', inBatches([texts], [], [[1.5, null, -7, '']]));
  await once(out, 'finish');
  const book = read(Buffer.concat(out.parts));
  const [name = ''] = book.SheetNames;
  const sheet = book.Sheets[name] ?? {};
  expect(name).toBe('A & B');
  expect(['A1', 'B1', 'C1', 'D1', 'E1'].map(at => sheet[at]?.v)).toEqual(texts.with(3, 'abc'));
  expect(['A2', 'B2', 'C2', 'D2'].map(at => sheet[at]?.v)).toEqual([1.5, undefined, -7, undefined]);
  expect([sheet.C1?.t, sheet.C1?.f]).toEqual(['s', undefined]);
});

it('writes several sheets, with what is to be chosen, and looks by which texts stay texts', async () => {
  const out = new Kept();
  const columns = [
    { width: 20, look: 'text', choices: ['a "b"', 'c'] },
    { width: 9, choices: ['one, two'] },
  ] as const;
  const rows = [[{ text: 'Head', look: 'bold' } as const], [{ text: '0912', look: 'bad' } as const]];
  await writeBook(out, [
    { name: 'One: [two]', batches: [rows], columns, headed: true },
    { name: 'Notes', batches: [[['x']]] },
  ]);
  const bytes = Buffer.concat(out.parts);
  const xml = String(CFB.find(CFB.read(bytes, { type: 'buffer' }), '/xl/worksheets/sheet1.xml')?.content);
  expect(xml.match(/<dataValidation .*(?=<\/dataValidation>)/)?.[0]).toBe(
    '<dataValidation type="list" allowBlank="1" sqref="A2:A1001"><formula1>&quot;a &quot;&quot;b&quot;&quot;,c&quot;</formula1>',
  );
  const book = read(bytes, { cellNF: true });
  expect(book.SheetNames).toEqual(['One   two ', 'Notes']);
  expect(book.Sheets.Notes?.A1?.v).toBe('x');
  expect(book.Sheets[book.SheetNames[0] ?? '']?.A2).toMatchObject({ t: 's', v: '0912', z: '@' });
});

it('names columns past Z', async () => {
  const out = new Kept();
  await writeSheet(out, 'wide', inBatches([Array.from({ length: 703 }, (_, n) => n)]));
  await once(out, 'finish');
  const sheet = read(Buffer.concat(out.parts)).Sheets.wide;
  expect([sheet?.AA1?.v, sheet?.AAA1?.v]).toEqual([26, 702]);
});

it('asks for no more rows than its reader takes, and ends when the reader is gone', async () => {
  const out = new Stuck();
  let asked = 0;
  async function* endless() {
    for (;;) {
      asked++;
      yield Array.from({ length: 50 }, () => [Math.random().toString(36), Math.random().toString(36)]);
      await new Promise(setImmediate);
    }
  }
  const writing = writeSheet(out, 'slow', endless());
  await new Promise(resolve => setTimeout(resolve, 300));
  expect(asked).toBeLessThan(200);
  out.destroy();
  await writing;
});

it('fails with its rows', async () => {
  async function* broken(): AsyncGenerator<Cell[][]> {
    yield [['one']];
    throw new Error('the database went away');
  }
  await expect(writeSheet(new Kept(), 'broken', broken())).rejects.toThrow('the database went away');
});
