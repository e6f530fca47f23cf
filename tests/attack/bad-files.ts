import { crc32, deflateRawSync } from 'node:zlib';

interface Part {
  name: string;
  body: Buffer;
  /** The size that the directory tells, where it lies. */
  told?: number;
}

/** A zip archive of these parts. */
export function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, body, told = body.length } of parts) {
    const packed = deflateRawSync(body, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(body), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(told, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, place, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}

const TYPES = Buffer.from(
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
);
/** A workbook with these parts beside those that every workbook has. */
export const workbookWith = (more: readonly Part[]) =>
  zipOf([
    { name: '[Content_Types].xml', body: TYPES },
    { name: 'xl/workbook.xml', body: Buffer.from('<workbook/>') },
    ...more,
  ]);

/** The head of a PNG that claims a size, without the pixels. */
export function hugePng(side: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  return Buffer.concat([head, size, Buffer.from('0802000000000000000000000049444154', 'hex'), Buffer.alloc(64)]);
}

export interface BadFile {
  what: string;
  name: string;
  body: () => Buffer;
}

const made = new Map<BadFile, Buffer>();

/** The content of a file: made once, since some are large before they are packed. */
export function contentOf(file: BadFile): Buffer {
  const body = made.get(file) ?? file.body();
  made.set(file, body);
  return body;
}

const MB = 1024 * 1024;
const text = (given: string) => () => Buffer.from(given);

/** Files that no upload and no import may take. */
export const BAD_FILES: readonly BadFile[] = [
  {
    what: 'a zip bomb',
    name: 'a.xlsx',
    body: () => workbookWith([{ name: 'xl/sheet.xml', body: Buffer.alloc(400 * MB) }]),
  },
  {
    what: 'a zip bomb of many small ones',
    name: 'a.xlsx',
    body: () =>
      workbookWith(Array.from({ length: 12 }, (_, n) => ({ name: `xl/media/${n}.xml`, body: Buffer.alloc(40 * MB) }))),
  },
  {
    what: 'a spreadsheet with macros',
    name: 'a.xlsx',
    body: () => workbookWith([{ name: 'xl/vbaProject.bin', body: Buffer.from('x') }]),
  },
  {
    what: 'macros under another name',
    name: 'a.xlsx',
    body: () =>
      workbookWith([
        {
          name: 'xl/_rels/workbook.xml.rels',
          body: Buffer.from(
            '<Relationships><Relationship Id="r9" Type="http://schemas.microsoft.com/office/2006/relationships/vba&#80;roject" Target="data.bin"/></Relationships>',
          ),
        },
        { name: 'xl/data.bin', body: Buffer.from('x') },
      ]),
  },
  {
    what: 'a project of macros among its data',
    name: 'a.xlsx',
    body: () => workbookWith([{ name: 'xl/data.bin', body: Buffer.from('_VBA_PROJECT', 'utf16le') }]),
  },
  { what: 'a picture of 30,000 x 30,000', name: 'a.png', body: () => hugePng(30_000) },
  { what: 'a picture that breaks off', name: 'a.png', body: () => hugePng(8).subarray(0, 26) },
  { what: 'a program called a picture', name: 'a.png', body: text('MZ\u0090\u0000\u0003 not a picture') },
  { what: 'a page called a picture', name: 'a.jpg', body: text('<html><script>alert(1)</script></html>') },
  { what: 'a page called a document', name: 'a.pdf', body: text('<html><script>alert(1)</script></html>') },
  {
    what: 'a drawing with a script',
    name: 'a.svg',
    body: text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  },
  {
    what: 'a drawing called a picture',
    name: 'a.png',
    body: text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="1"/>'),
  },
  {
    what: 'an archive called a document',
    name: 'a.docx',
    body: () => zipOf([{ name: 'a.txt', body: Buffer.from('x') }]),
  },
  { what: 'nothing', name: 'a.png', body: () => Buffer.alloc(0) },
  {
    what: 'more than 20 MB',
    name: 'a.pdf',
    body: () => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(20 * MB)]),
  },
];

/** A workbook whose directory tells a small size for what unpacks to a large one: harmless to keep, a bomb to whoever opens it. */
export const LYING_BOOK: BadFile = {
  what: 'a zip bomb that lies about its size',
  name: 'a.xlsx',
  body: () => workbookWith([{ name: 'xl/worksheets/sheet1.xml', body: Buffer.alloc(400 * MB, 32), told: 1000 }]),
};
