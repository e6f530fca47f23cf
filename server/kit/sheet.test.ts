import { once } from 'node:events';
import { Writable } from 'node:stream';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { type Cell, writeSheet } from './sheet.ts';

class Kept extends Writable {
  parts: Buffer[] = [];
  override _write(part: Buffer, _encoding: string, done: () => void) {
    this.parts.push(part);
    done();
  }
}

/** Takes the first bytes and no more. */
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
  const book = new ExcelJS.Workbook();
  const bytes = Buffer.concat(out.parts);
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer);
  const [sheet] = book.worksheets;
  expect(sheet?.name).toBe('A & B');
  expect(sheet?.getRow(1).values).toEqual([undefined, ...texts.with(3, 'abc')]);
  expect(sheet?.getRow(2).values).toEqual([undefined, 1.5, undefined, -7]);
  expect(sheet?.getCell('C1').type).toBe(ExcelJS.ValueType.String);
});

it('names columns past Z', async () => {
  const out = new Kept();
  await writeSheet(out, 'wide', inBatches([Array.from({ length: 703 }, (_, n) => n)]));
  await once(out, 'finish');
  const book = new ExcelJS.Workbook();
  const bytes = Buffer.concat(out.parts);
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer);
  expect(book.worksheets[0]?.getCell('AA1').value).toBe(26);
  expect(book.worksheets[0]?.getCell('AAA1').value).toBe(702);
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
