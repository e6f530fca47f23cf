import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { emptyValue } from '@lobby/shared/kit/fields.ts';
import { fieldErrors, fieldSchema, inputSchema, readInput } from '@lobby/shared/kit/schema.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ID = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);

/** Stored value of a field for an input, or the error code. */
function taken(field: Field, value: unknown): unknown {
  const input = { value };
  const read = inputSchema({ value: { ...field, required: true } }, 'create').safeParse(input);
  return read.success
    ? read.data.value
    : (fieldErrors(read.error, input).value?.code ?? fieldErrors(read.error, input)['value.0']?.code);
}

const NUMBER = { kind: 'integer', min: 1, max: 10 } as const;
const CASES: [Field, [unknown, unknown][]][] = [
  [
    { kind: 'text', max: 5 },
    [
      ['  a  b ', 'a b'],
      ['', 'REQUIRED'],
      ['   ', 'REQUIRED'],
      ['abcdef', 'TOO_LONG'],
      [undefined, 'REQUIRED'],
      [null, 'TYPE_INVALID'],
      [7, 'TYPE_INVALID'],
      ['a\nb', 'a b'],
    ],
  ],
  [
    { kind: 'text', max: 9, min: 3 },
    [
      ['ab', 'TOO_SHORT'],
      ['abc', 'abc'],
    ],
  ],
  [
    { kind: 'text', max: 9, code: true },
    [
      ['A-1.2/b', 'A-1.2/b'],
      ['Đ1', 'Đ1'],
      ['-A', 'CODE_INVALID'],
      ['A B', 'CODE_INVALID'],
      ['A$', 'CODE_INVALID'],
    ],
  ],
  [
    { kind: 'longText', max: 9 },
    [
      ['a\n\n\n\nb', 'a\n\nb'],
      ['', 'REQUIRED'],
      ['x'.repeat(10), 'TOO_LONG'],
    ],
  ],
  [
    { kind: 'choice', options: ['a', 'b'] },
    [
      ['a', 'a'],
      ['c', 'CHOICE_INVALID'],
      [undefined, 'REQUIRED'],
      [['a'], 'CHOICE_INVALID'],
    ],
  ],
  [
    { kind: 'flag' },
    [
      [true, true],
      [false, false],
      ['true', 'TYPE_INVALID'],
      [1, 'TYPE_INVALID'],
    ],
  ],
  [
    NUMBER,
    [
      [1, 1],
      [10, 10],
      [0, 'TOO_SMALL'],
      [11, 'TOO_LARGE'],
      [1.5, 'NOT_NATURAL'],
      ['1', 'TYPE_INVALID'],
      [Number.NaN, 'TYPE_INVALID'],
    ],
  ],
  [
    { kind: 'money' },
    [
      [0, 0],
      [2_000_000_000_000, 2_000_000_000_000],
      [2_000_000_000_001, 'TOO_LARGE'],
      [-1, 'TOO_SMALL'],
      [0.5, 'NOT_NATURAL'],
    ],
  ],
  [
    { kind: 'percent' },
    [
      [0, 0],
      [12.34, 12.34],
      [100, 100],
      [100.01, 'TOO_LARGE'],
      [12.345, 'TOO_PRECISE'],
      [-0.01, 'TOO_SMALL'],
    ],
  ],
  [
    { kind: 'decimal', min: 1, max: 100_000 },
    [
      [1, 1],
      [74.25, 74.25],
      [100_000, 100_000],
      [0.99, 'TOO_SMALL'],
      [100_000.01, 'TOO_LARGE'],
      [74.255, 'TOO_PRECISE'],
      ['74.25', 'TYPE_INVALID'],
    ],
  ],
  [
    { kind: 'date' },
    [
      ['2026-02-28', '2026-02-28'],
      ['2026-02-29', 'DATE_INVALID'],
      ['28/02/2026', 'DATE_INVALID'],
    ],
  ],
  [
    { kind: 'month' },
    [
      ['2026-11', '2026-11'],
      ['2026-13', 'DATE_INVALID'],
      ['2026-11-01', 'DATE_INVALID'],
    ],
  ],
  [
    { kind: 'instant' },
    [
      ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
      ['2026-11-20T10:00:00+07:00', '2026-11-20T10:00:00+07:00'],
      ['2026-11-20', 'DATE_INVALID'],
      ['x', 'DATE_INVALID'],
    ],
  ],
  [
    { kind: 'ref', to: 'label' },
    [
      [ID, ID],
      [ID.toUpperCase(), 'ID_INVALID'],
      ['x', 'ID_INVALID'],
      [{ $ne: '' }, 'TYPE_INVALID'],
    ],
  ],
  [
    { kind: 'refs', to: 'label', max: 2 },
    [
      [[], []],
      [
        [ID, OTHER],
        [ID, OTHER],
      ],
      [[ID, ID], 'INVALID'],
      [['x'], 'ID_INVALID'],
      [[ID, OTHER, 'c'.repeat(24)], 'TOO_MANY'],
    ],
  ],
  [
    { kind: 'files', max: 1 },
    [
      [[ID], [ID]],
      [[ID, OTHER], 'TOO_MANY'],
    ],
  ],
  [
    { kind: 'phone' },
    [
      ['0912 345 678', '+84912345678'],
      ['123', 'PHONE_INVALID'],
      ['0'.repeat(40), 'TOO_LONG'],
    ],
  ],
  [
    { kind: 'email' },
    [
      [' Ann@Example.COM ', 'ann@example.com'],
      ['a@b', 'EMAIL_INVALID'],
      ['ann@example', 'EMAIL_INVALID'],
      ['ánn@example.vn', 'EMAIL_INVALID'],
      ['a..b@example.vn', 'EMAIL_INVALID'],
      ['.ab@example.vn', 'EMAIL_INVALID'],
      ['ab.@example.vn', 'EMAIL_INVALID'],
      ['ann@exa..mple.vn', 'EMAIL_INVALID'],
      ['ann@-example.vn', 'EMAIL_INVALID'],
      ['a b@c.vn', 'EMAIL_INVALID'],
      [`${'x'.repeat(250)}@a.vn`, 'TOO_LONG'],
    ],
  ],
  [
    { kind: 'identifier' },
    [
      ['ab123456', 'AB123456'],
      ['1234567', 'TOO_SHORT'],
      ['1'.repeat(16), 'TOO_LONG'],
      ['ab-123456', 'IDENTIFIER_INVALID'],
    ],
  ],
];

describe.each(CASES.map(([field, cases]) => [field.kind, field, cases] as const))(
  'a field of kind %s',
  (_, field, cases) => {
    it.each(cases)('makes of %j: %j', (value, result) => {
      expect(taken(field, value)).toEqual(result);
    });

    it('never throws, whatever is sent', () => {
      fc.assert(
        fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), value => {
          const read = readInput(fieldSchema(field), value);
          if (!read.success) expect(Object.keys(fieldErrors(read.error, value)).length).toBeGreaterThan(0);
        }),
      );
    });
  },
);

const FIELDS = {
  name: { kind: 'text', max: 20, required: true },
  note: { kind: 'text', max: 20 },
  size: { kind: 'choice', options: ['s', 'm'], initial: 's' },
  open: { kind: 'flag' },
  tags: { kind: 'refs', to: 'label', max: 3 },
  code: { kind: 'text', max: 20, readOnly: true },
} as const satisfies Fields;

describe('input', () => {
  const errors = (mode: 'create' | 'update', input: unknown) => {
    const read = inputSchema(FIELDS, mode).safeParse(input);
    return read.success ? {} : fieldErrors(read.error, input);
  };

  it('on create needs what is required, and no more', () => {
    expect(errors('create', { name: 'a' })).toEqual({});
    expect(errors('create', {})).toEqual({ name: { code: 'REQUIRED' } });
    expect(errors('create', { name: 'a', note: null })).toEqual({});
  });

  it('on edit takes any part, and clears only what may be empty', () => {
    expect(errors('update', {})).toEqual({});
    expect(errors('update', { note: null })).toEqual({});
    for (const name of ['name', 'size', 'open', 'tags'])
      expect(Object.keys(errors('update', { [name]: null })), name).toEqual([name]);
  });

  it('refuses what the server alone sets, and what nobody knows', () => {
    for (const name of ['code', 'other', 'constructor', '__proto__', 'toString']) {
      const input = JSON.parse(`{"name":"a","${name}":1}`);
      expect(errors('create', input)[name], name).toEqual({ code: 'UNKNOWN_FIELD' });
    }
    expect(errors('create', [])).toEqual({ body: { code: 'TYPE_INVALID' } });
    expect(errors('create', 'text')).toEqual({ body: { code: 'TYPE_INVALID' } });
    expect(errors('create', null)).toEqual({ body: { code: 'TYPE_INVALID' } });
  });

  it('names the place of a fault in a list', () => {
    expect(errors('update', { tags: [ID, 'x'] })).toEqual({ 'tags.1': { code: 'ID_INVALID' } });
  });
});

it('a paper of somebody from outside has 9 to 12 characters, one of a resident 8 to 15', () => {
  const outside = [
    visitor.fields.identifier,
    guest.fields.identifier,
    constructionRegistration.fields.workers.of.identifier,
  ];
  for (const field of outside)
    expect(['b1234567', 'b12345678', '001099012345', 'b123456789012'].map(typed => taken(field, typed))).toEqual([
      'TOO_SHORT',
      'B12345678',
      '001099012345',
      'TOO_LONG',
    ]);
  const own = resident.fields.identifier;
  expect(['1234567', '12345678', 'a'.repeat(15), 'a'.repeat(16)].map(typed => taken(own, typed))).toEqual([
    'TOO_SHORT',
    '12345678',
    'A'.repeat(15),
    'TOO_LONG',
  ]);
});

it('the tax code of a resident with a company is that of an organisation', () => {
  const check = (values: object) => resident.check({ name: 'An', ...values }).taxCode?.code;
  expect(check({ company: 'Sao Mai', taxCode: '010203040' })).toBe('TAX_CODE_LENGTH');
  expect(check({ company: 'Sao Mai', taxCode: '01020304050' })).toBe('TAX_CODE_LENGTH');
  for (const taxCode of ['0102030405', '0102030405001', ''])
    expect(check({ company: 'Sao Mai', taxCode })).toBeUndefined();
  expect(check({ taxCode: '010203040' })).toBeUndefined();
});

it('a field that was not given is empty in its own way', () => {
  expect(Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, emptyValue(field)]))).toEqual({
    name: null,
    note: null,
    size: 's',
    open: false,
    tags: [],
    code: null,
  });
});
