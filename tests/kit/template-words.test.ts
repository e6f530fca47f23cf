import { BUILT_IN } from '@lobby/server/modules/template/built-in/index.ts';
import {
  fillWords,
  Markup,
  nearestTo,
  Shown,
  WordsTooLarge,
  wordsFault,
} from '@lobby/server/modules/template/engine.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { VARIABLES, variablesFor } from '@lobby/shared/modules/template-words.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const fault = (
  words: string,
  purpose: Parameters<typeof wordsFault>[1] = 'NORMAL',
  place: Parameters<typeof wordsFault>[2] = 'EMAIL',
) => wordsFault(words, purpose, place);

describe('the words of a template', () => {
  it.each([
    'Kính gửi {{ member.name }}, {{unit.code}}: {{ notice.total | money }}',
    '{% if notice.debt > 0 %}Nợ {{ notice.debt }}{% elsif notice.paid > 0 %}x{% else %}y{% endif %}',
    '{% for line in notice.lines %}{{ line.service | upper }}: {{ line.amount }}{% endfor %}',
    '{{ bank.name | default: "Quầy thu" | noaccent }} {{ today.long }}',
    'Giảm 50% cho {quý} cư dân',
  ])('%j are taken', words => {
    expect(fault(words)).toBeNull();
  });

  it.each([
    ['Kính gửi\n {{unit.cod}}', 'TEMPLATE_VARIABLE_UNKNOWN', 2, 4, 'unit.code'],
    ['{{ reminder.level }}', 'TEMPLATE_VARIABLE_UNKNOWN', 1, 4, undefined],
    ['{{ constructor.name }}', 'TEMPLATE_VARIABLE_UNKNOWN', 1, 4, undefined],
    ['{{ __proto__ }}', 'TEMPLATE_VARIABLE_UNKNOWN', 1, 4, undefined],
    ['{% for line in notice.lines %}{{ line.price }}{% endfor %}', 'TEMPLATE_VARIABLE_UNKNOWN', 1, 34, undefined],
    ['{% include "x" %}', 'TEMPLATE_SYNTAX', 1, 1, ''],
    ['a\n{% assign x = 1 %}', 'TEMPLATE_SYNTAX', 2, 1, ''],
    ['{{ unit.code | reverse }}', 'TEMPLATE_SYNTAX', 1, 1, ''],
    ['{{ unit.code', 'TEMPLATE_SYNTAX', 1, 1, ''],
    ['{% if unit.code %}x', 'TEMPLATE_SYNTAX', 1, 1, ''],
    ['unit.code }}', 'TEMPLATE_SYNTAX', 1, 11, ''],
    ['{% for a in notice.lines %}\n{% for b in notice.debts %}{% endfor %}{% endfor %}', 'TEMPLATE_SYNTAX', 2, 1, ''],
  ] as const)('%j are refused at their place', (words, code, line, column, nearest) => {
    const found = fault(words);
    expect(found).toMatchObject({ code, params: { line, column } });
    if (nearest !== undefined) expect(found?.params.nearest).toBe(nearest);
  });

  it('name what their purpose and their place have', () => {
    expect(fault('{{ reminder.level }}', 'REMIND_DEBT_2')).toBeNull();
    expect(fault('{{ lateFee.days }}', 'LATE_FEE', 'SMS')).toBeNull();
    expect(fault('{{ notice.qr }}', 'NORMAL', 'SMS')?.code).toBe('TEMPLATE_VARIABLE_UNKNOWN');
    expect(fault('{{ unsubscribe.link }}', 'REMIND_DEBT_3')?.code).toBe('TEMPLATE_VARIABLE_UNKNOWN');
    expect(fault('{{ building.name }} {{ addressee }} {{ staff.name }}', 'NORMAL', 'PRINT')).toBeNull();
    const sms = variablesFor('NORMAL', 'SMS').map(({ name }) => name);
    for (const none of ['notice.qr', 'notice.lines', 'reminder.level']) expect(sms).not.toContain(none);
  });

  it.each(LANGUAGES)('say in %s how old the oldest debt is by the day on which that was due', language => {
    const own = BUILT_IN.filter(
      one => one.language === language && one.purpose !== 'LAYOUT' && one.channel === 'EMAIL',
    );
    const dayOf = (body: string | null) => /<p>([^<]*)<strong>\{\{notice\.due\}\}<\/strong>/.exec(body ?? '')?.[1];
    for (const { purpose, body } of own) {
      expect(dayOf(body) !== undefined, purpose).toBe(purpose === 'NORMAL');
      if (purpose !== 'NORMAL') expect(body, purpose).toMatch(/\{\{(reminder|lateFee)\.due\}\}.*<h2>/);
    }
  });

  it('of the frame of mails hold their content once', () => {
    expect(fault('<p>x</p>', 'LAYOUT')?.code).toBe('TEMPLATE_CONTENT_MISSING');
    expect(fault('{{content}} {{ content }}', 'LAYOUT')).toMatchObject({
      code: 'TEMPLATE_CONTENT_MISSING',
      params: { column: 13 },
    });
    expect(fault('<p>{{ content }}</p>', 'LAYOUT')).toBeNull();
  });

  it('have the nearest name', () => {
    expect(
      nearestTo(
        'notice.totl',
        VARIABLES.map(({ name }) => name),
      ),
    ).toBe('notice.total');
  });
});

describe('filled in', () => {
  const values = {
    unit: { code: 'A-12.05' },
    member: { name: '{{unit.code}} <b>' },
    notice: {
      total: new Shown(1_234_567, '1.234.567 ₫'),
      debt: new Shown(0, '0 ₫'),
      lines: [{ service: 'Điện & nước', amount: '1 ₫' }],
    },
    bank: { name: null, accountNumber: null },
    today: new Shown('2026-11-25', '25/11/2026', new Shown('2026-11-25', 'ngày 25 tháng 11 năm 2026')),
  };

  it('values are words, whatever signs are in them', () => {
    expect(fillWords('{{member.name}}', values)).toBe('{{unit.code}} <b>');
    expect(fillWords('<p>{{member.name}}</p>', values, true)).toBe('<p>{{unit.code}} &#60;b&#62;</p>');
    expect(fillWords('<p>{{x}}</p>', { x: new Markup('', '<img src="cid:qr">') }, true)).toBe(
      '<p><img src="cid:qr"></p>',
    );
  });

  it('amounts are shown as they are, and compared by what they are', () => {
    expect(fillWords('{{ notice.total | money }}={{notice.total}}', values)).toBe('1.234.567 ₫=1.234.567 ₫');
    expect(fillWords('{% if notice.total > 999999 %}a{% endif %}{% if notice.debt > 0 %}b{% endif %}', values)).toBe(
      'a',
    );
    expect(
      fillWords(
        '{% for line in notice.lines %}{{line.service | upper | noaccent}} {{line.amount}}{% endfor %}',
        values,
      ),
    ).toBe('DIEN & NUOC 1 ₫');
    expect(fillWords('{{ today }}, {{ today.long }}', values)).toBe('25/11/2026, ngày 25 tháng 11 năm 2026');
  });

  it('a line with nothing but labels is left out', () => {
    expect(
      fillWords('A\nSố tài khoản: {{bank.accountNumber}}\nNgân hàng {{bank.name}} ở đây\n{{bank.name}}\nB', values),
    ).toBe('A\nNgân hàng  ở đây\nB');
    expect(fillWords('{{ bank.name | default: "Quầy" }}', values)).toBe('Quầy');
    expect(fillWords('<p>A</p><p>Số: <b>{{bank.name}}</b></p><p>x<br>Số: {{bank.name}}</p>', values, true)).toBe(
      '<p>A</p><p>x</p>',
    );
  });

  it('a loop is not longer than a hundred turns', () => {
    const lines = (count: number) => ({ notice: { lines: Array.from({ length: count }, () => ({ service: 'x' })) } });
    const words = '{% for line in notice.lines %}{{line.service}}{% endfor %}';
    expect(fillWords(words, lines(100))).toHaveLength(100);
    expect(() => fillWords(words, lines(101))).toThrow(WordsTooLarge);
  });

  it('any text is either refused or filled in, and never throws anything else', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      'if',
      'for',
      'unit.code',
      ' ',
      'x',
      '|',
      'money',
      'endif',
      '\n',
      '"',
      "'",
      '<p>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const words = pieces.join('');
        if (fault(words) === null) expect(typeof fillWords(words, values, true)).toBe('string');
      }),
      { numRuns: 2000 },
    );
  });
});
