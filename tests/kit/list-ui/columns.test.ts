import { defineModule } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { REGISTRY } from '@lobby/shared/modules/registry.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { describe, expect, it } from 'vitest';
import { provideDefinitions } from '../../../client/kit/records/definitions.ts';
import {
  CHECK_WIDTH,
  type Column,
  cardColumns,
  columnsOf,
  decidingColumns,
  fitColumns,
  foldsIn,
  moveBefore,
  moveColumn,
  orderOf,
  rowName,
  rowWidth,
  sortOf,
  templateOf,
} from '../../../client/kit/ui/list/columns/columns.ts';
import { fixedValues } from '../../../client/kit/ui/list/filters/conditions.ts';
import { isSaid } from '../../../client/kit/ui/list/model/said.ts';
import { readWords, textsOf } from '../../setup/contract/words.ts';

const widthOf = (columns: readonly Column[]) => columns.reduce((sum, { width }) => sum + width, CHECK_WIDTH);
const shown = (...args: Parameters<typeof columnsOf>) => columnsOf(...args).map(({ field }) => field);

describe('columns', () => {
  it('are those of the definition until the reader changes them', () => {
    const atFirst = ticket.list.columns.filter(field => !ticket.list.hidden.some(one => one === field));
    expect(shown(ticket, {})).toEqual(atFirst);
    expect(shown(ticket, { hidden: [] })).toEqual([...ticket.list.columns]);
  });

  it('give way on a smaller screen: empty ones first, then words, never what the reader made so', () => {
    const choice = { widths: { assigneeId: 150 } };
    const whole = columnsOf(ticket, choice, { hidden: [] });
    const plain = new Map([
      ['dueAt', 'empty'],
      ['rating', 'empty'],
      ['labelIds', 'empty'],
      ['priority', 'same'],
    ] as const);
    const needed = widthOf(whole);
    const left = (room: number) => {
      const fitted = fitColumns(ticket, whole, { room, choice, plain });
      expect(widthOf(fitted)).toBeLessThanOrEqual(room);
      return whole.filter(({ field }) => !fitted.some(one => one.field === field)).map(({ field }) => field);
    };
    expect(left(needed + 400)).toEqual([]);
    // Texts beside them would be truncated. The due date is a deciding column, but not if it is empty in all rows.
    expect(left(needed + 100)).toEqual(['labelIds', 'dueAt', 'rating']);
    expect(left(needed - 100)).toEqual(['labelIds', 'dueAt', 'rating']);
    expect(left(800)).not.toContain('unitId');
    const narrow = fitColumns(ticket, whole, { room: 1040, choice, plain });
    expect(narrow.map(({ field }) => field)).not.toContain('priority');
    for (const { field, kind, width } of narrow) {
      const own = whole.find(one => one.field === field)?.width ?? 0;
      const isWords = ['text', 'choice', 'ref', 'refs'].includes(kind) && field !== 'assigneeId';
      if (isWords) expect(width).toBeGreaterThanOrEqual(Math.floor(own * 0.72));
      // The last visible column gets a margin at the edge.
      else expect(width - own).toBe(field === narrow.at(-1)?.field && field !== whole.at(-1)?.field ? 10 : 0);
    }
  });

  it.each([
    ['card', ['unitId', 'residentId', 'locked', 'holderLeft']],
    ['maintenance', ['assigneeIds', 'contractorId']],
    ['bank-statement-line', ['unitId']],
    ['invoice', ['fullNumber', 'number', 'invoiceDate']],
  ])('of %s that no row holds give way before the words of another are cut', (name, empty) => {
    const definition = MODULES.find(module => module.name === name);
    if (!definition) throw new Error(name);
    const whole = columnsOf(definition, {}, {});
    const plain = new Map(empty.map(field => [field, 'empty'] as const));
    const words = new Map([[definition.title, rowWidth('Door of the ladder does not shut by itself')]]);
    const names = (room: number) =>
      fitColumns(definition, whole, { room, choice: {}, plain, words }).map(({ field }) => field);
    for (const room of [1040, 1190, widthOf(whole) - 1]) {
      const shown = names(room);
      if (shown.length < whole.length - empty.length)
        expect(shown).not.toEqual(expect.arrayContaining(empty.slice(-1)));
    }
    const grows = whole.some(one => one.grows);
    const gone = whole.length - names(widthOf(whole)).length;
    expect(gone > 0).toBe(grows);
    for (const field of empty) expect(names(1040)).not.toContain(field);
  });

  it('of an invoice say its tax and how far it is at the office at 1440 px, before its month and its kind', () => {
    const whole = columnsOf(invoice, {}, {});
    const names = fitColumns(invoice, whole, { room: 1180, choice: {} }).map(({ field }) => field);
    expect(names).toEqual(expect.arrayContaining(['vatAmount', 'total', 'status', 'syncStatus', 'taxStatus']));
    expect(names).not.toContain('kind');
  });

  it.each(MODULES.filter(({ list }) => list.hidden))(
    'of $name hide neither its first at first nor one that decides',
    ({ list }) => {
      const kept = [list.columns[0], ...(list.deciding ?? [])];
      expect(kept.filter(field => field && list.hidden?.includes(field))).toEqual([]);
    },
  );

  it('stay as the reader has chosen them, and scroll where there is no room', () => {
    const choice = { hidden: ['rating'] };
    const whole = columnsOf(ticket, choice, {});
    expect(fitColumns(ticket, whole, { room: 640, choice })).toHaveLength(whole.length);
  });

  /** All lists with their columns, in the widths that the texts of a language require. */
  const known = new Map<Language, ReturnType<typeof readLists>>();
  const listsIn = (language: Language) => {
    const lists = known.get(language) ?? readLists(language);
    known.set(language, lists);
    return lists;
  };
  function readLists(language: Language) {
    const texts = textsOf(readWords(language));
    return MODULES.filter(({ list }) => list.columns.length > 0).map(definition => {
      const of = (part: string) => texts.get(`${definition.name}:${part}`);
      const words = {
        head: (field: string) => of(`fields.${field}`) ?? field,
        value: (field: string, value: string) =>
          of(`${field === 'status' ? 'statuses' : `options.${field}`}.${value}`) ?? value,
      };
      return { definition, whole: columnsOf(definition, {}, {}, words) };
    });
  }
  const SCREENS = LANGUAGES.flatMap(language => [1280, 1366, 1440].map(screen => ({ language, screen })));
  // The menu takes 240 px.
  it.each(SCREENS)('that decide are in view of every list at $screen px in $language', ({ language, screen }) => {
    const room = screen - 240;
    const over = listsIn(language).flatMap(({ definition, whole }) => {
      const fitted = fitColumns(definition, whole, { room, choice: {} });
      const names = fitted.map(({ field }) => field);
      const deciding = decidingColumns(definition, whole);
      const gone = whole.filter(({ field }) => deciding.has(field) && !names.includes(field));
      expect(gone, definition.name).toEqual([]);
      return widthOf(fitted) > room ? `${definition.name} ${widthOf(fitted)}` : [];
    });
    expect(over).toEqual([]);
  });

  // A drawer takes another 560 px.
  it.each(SCREENS)('that decide are in view beside a drawer at $screen px in $language', ({ language, screen }) => {
    const place = { room: screen - 800, choice: {} };
    const isFolded = new Map<string, boolean>();
    for (const { definition, whole } of listsIn(language)) {
      const folds = foldsIn(definition, whole, place, false);
      isFolded.set(definition.name, folds);
      const names = fitColumns(definition, whole, place).map(({ field }) => field);
      const deciding = decidingColumns(definition, whole);
      const gone = whole.filter(({ field }) => deciding.has(field) && !names.includes(field));
      const over = Math.max(0, widthOf(fitColumns(definition, whole, place)) - place.room);
      if (!folds) expect([definition.name, gone, over]).toEqual([definition.name, [], 0]);
      // Texts and a date or amount fit beside the longest status.
      else expect(place.room - CHECK_WIDTH - (cardColumns(definition, whole).state?.width ?? 120)).toBeGreaterThan(200);
    }
    expect([...isFolded.values()].filter(Boolean).length).toBeGreaterThan(5);
  });

  it('leave out what their tab says already, unless the reader has chosen them or a row may be late', () => {
    const said = MODULES.flatMap(definition =>
      Object.keys(definition.list.tabs ?? {}).map(tab => [definition, tab, fixedValues(definition, tab)] as const),
    );
    expect(said.filter(([, , fixed]) => fixed.has('status')).length).toBeGreaterThan(30);
    for (const [definition, tab, fixed] of said) {
      const { list, title } = definition;
      const isSaid = (field: string) => fixed.has(field) && field !== title && field !== list.columns[0];
      const whole = columnsOf(definition, {}, {});
      const names = (choice: object) =>
        fitColumns(definition, whole, { room: 4000, choice, fixed }).map(({ field }) => field);
      expect(names({}).filter(isSaid), `${definition.name} ${tab}`).toEqual([]);
      expect(names({ hidden: [] })).toEqual(whole.map(({ field }) => field));
      if (list.late) expect(fixed.has('status')).toBe(false);
    }
    // A row that has just left the tab says its own status.
    const waiting = { fixed: fixedValues(ticket, 'waiting') };
    expect([isSaid(waiting, 'status', 'WAITING_APPROVAL'), isSaid(waiting, 'status', 'APPROVED')]).toEqual([
      true,
      false,
    ]);
    expect(isSaid({}, 'status', 'APPROVED')).toBe(false);
  });

  it.each(SCREENS)(
    'show days, times and amounts whole in every tab at $screen px in $language',
    ({ language, screen }) => {
      // Of `WIDTHS`, with the padding of the edge of the last one.
      const least: Partial<Record<Column['kind'], number>> = { date: 108, instant: 156, money: 128, month: 88 };
      const cut = listsIn(language).flatMap(({ definition, whole }) =>
        [null, ...Object.keys(definition.list.tabs ?? {})].flatMap(tab => {
          const fixed = tab === null ? new Map<string, string>() : fixedValues(definition, tab);
          const fitted = fitColumns(definition, whole, { room: screen - 240, choice: {}, fixed });
          return fitted.flatMap(({ field, kind, width }, n) => {
            const wanted = (least[kind] ?? 0) + (least[kind] && n === fitted.length - 1 ? 10 : 0);
            return width < wanted ? [`${definition.name} ${tab} ${field}: ${width} of ${wanted}`] : [];
          });
        }),
      );
      expect(cut).toEqual([]);
    },
  );

  it('are not folded away where the reader has chosen them, nor where there is room', () => {
    const { whole } = listsIn('vi').find(({ definition }) => definition === visitor) ?? { whole: [] };
    expect(foldsIn(visitor, whole, { room: 640, choice: {} }, false)).toBe(true);
    expect(foldsIn(visitor, whole, { room: 640, choice: { hidden: ['phone'] } }, false)).toBe(false);
    expect(foldsIn(visitor, whole, { room: 900, choice: {} }, true)).toBe(false);
  });

  it('name what goes by a running code as whole as a code', () => {
    provideDefinitions(REGISTRY);
    const of = columnsOf(noticeDelivery, {}, {});
    const fitted = fitColumns(noticeDelivery, of, { room: widthOf(of) - 60, choice: {} });
    expect(fitted.find(({ field }) => field === 'noticeId')?.width).toBeGreaterThanOrEqual(136);
    // Receipts have a code per kind, and are shown by it.
    const orders = columnsOf(onlineTransaction, {}, { hidden: [] });
    const narrow = fitColumns(onlineTransaction, orders, { room: widthOf(orders) - 60, choice: {} });
    expect(narrow.find(({ field }) => field === 'receiptId')?.width).toBeGreaterThanOrEqual(136);
  });

  it('hide what the module or the reader hides, but never the first', () => {
    expect(shown(ticket, {}, { hidden: ['rating', 'code'] })).not.toContain('rating');
    expect(shown(ticket, {}, { hidden: ['rating', 'code'] })[0]).toBe('code');
    expect(shown(ticket, { hidden: [] }, { hidden: ['rating'] })).toContain('rating');
  });

  it('keep the first column first, whatever order is remembered', () => {
    expect(orderOf(ticket, ['status', 'code', 'title']).slice(0, 3)).toEqual(['code', 'status', 'title']);
  });

  it('forget columns that are gone and put new ones after their neighbour', () => {
    const order = orderOf(ticket, ['status', 'title', 'noMore']);
    expect(order).not.toContain('noMore');
    expect(order.indexOf('unitId')).toBe(order.indexOf('title') + 1);
    expect(new Set(order)).toEqual(new Set(ticket.list.columns));
  });

  it('move one place, but not past the first', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  });

  it('let the title grow until it is given a width', () => {
    expect(templateOf(columnsOf(ticket, {})).template).toContain('minmax(240px, 1fr)');
    const fixed = templateOf(columnsOf(ticket, { widths: { title: 300 } }));
    expect(fixed.template).toContain('300px');
    // The last column fills the row.
    expect(fixed.template).toMatch(/minmax\(\d+px, 1fr\)$/);
  });

  it('add up to the width that they need, with the check boxes', () => {
    const columns = columnsOf(ticket, { hidden: ticket.list.columns.slice(2) });
    expect(templateOf(columns).width).toBe(38 + 128 + 240);
    expect(templateOf(columns, 0).width).toBe(128 + 240);
  });

  it('keep widths within reason', () => {
    expect(columnsOf(ticket, { widths: { code: 1 } })[0]?.width).toBe(56);
    expect(columnsOf(ticket, { widths: { code: 99_999 } })[0]?.width).toBe(640);
  });

  it('have room for their names in every language, unless the reader drew them narrower', () => {
    const named = (name: string, choice = {}) =>
      columnsOf(ticket, choice, { widths: { dueAt: 60 }, drawn: ['dueAt'] }, { head: () => name, value: () => '' });
    const width = (name: string, choice = {}) => named(name, choice).find(one => one.field === 'dueAt')?.width ?? 0;
    expect(width('Relationship to the householder')).toBeGreaterThan(200);
    expect(width('世帯主との続柄を選んでください')).toBeGreaterThan(180);
    expect(width('Hạn')).toBe(60);
    expect(width('Relationship to the householder', { widths: { dueAt: 90 } })).toBe(90);
  });

  it('sort by themselves alone, so that the arrow stands over what is in order', () => {
    expect(sortOf(ticket, 'dueAt')).toBe('dueAt');
    expect(sortOf(ticket, 'code')).toBeNull();
    expect(sortOf(receipt, 'code')).toBe('code');
    expect(sortOf(ticket, 'title')).toBeNull();
  });

  it('show one arrow for what is sorted by, wherever two would say the same', () => {
    const place = { room: 4000, choice: {} };
    for (const definition of MODULES) {
      const sorts = fitColumns(definition, columnsOf(definition, {}), place).flatMap(({ sort }) => sort ?? []);
      expect(new Set(sorts).size, definition.name).toBe(sorts.length);
    }
  });

  it('are put before another or at the end, but for the first', () => {
    const order = ['code', 'title', 'unitId', 'status'];
    expect(moveBefore(order, 'status', 'title')).toEqual(['code', 'status', 'title', 'unitId']);
    expect(moveBefore(order, 'title', null)).toEqual(['code', 'unitId', 'status', 'title']);
    expect(moveBefore(order, 'title', 'code')).toEqual(order);
    expect(moveBefore(order, 'code', 'status')).toEqual(order);
    expect(moveBefore(order, 'title', 'gone')).toEqual(order);
  });

  it('do without columns', () => {
    const bare = defineModule({
      name: 'bare',
      code: 'BARE',
      path: '/bare',
      title: 'name',
      flags: ['read'],
      fields: { name: { kind: 'text', max: 10 } },
      list: { columns: [], sorts: ['createdAt'], defaultSort: 'createdAt', filters: [] },
    });
    expect(columnsOf(bare, {})).toEqual([]);
    expect(templateOf([]).template).toBe('38px');
  });
});

it('calls a row by words, never by the id of another record or by a code of a choice', () => {
  const say = (key: string) => `<${key}>`;
  const of = (definition: Definition, row: object) => rowName(definition, { ...row }, say);
  expect(of(ticket, { title: 'Lamp' })).toBe('Lamp');
  expect(of(residency, { role: 'HOUSEHOLDER' })).toBe('<options.role.HOUSEHOLDER>');
  expect(of(unitAccount, { unitId: '3d2f60af19cb7f3b00000000' })).toBe('<name>');
});
