import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../client/kit/base/matches.ts';
import { actionFields } from '../../../client/kit/ui/actions/action-fields.ts';
import { useFieldWords } from '../../../client/kit/ui/form/form-context.ts';
import { headMarks } from '../../../client/modules/invoice/drawer/head-marks.ts';
import { readWords } from '../../setup/contract/words.ts';
import { renderHook } from './render-hook.ts';

beforeAll(() =>
  i18next.use(initReactI18next).init({
    resources: { vi: Object.fromEntries(readWords('vi')) },
    lng: 'vi',
    interpolation: { escapeValue: false },
  }),
);
const row = (values: object): Row => ({ id: '1', version: 1, ...values });
const head = (values: object) => headMarks(row(values));

it('tells in the head of an invoice how far it is, what the tax office says, and why', () => {
  expect(head({ syncStatus: 'SYNCHRONIZING', taxStatus: 'SUBMITTED' })).toEqual({
    states: [
      { name: 'syncStatus', value: 'SYNCHRONIZING' },
      { name: 'taxStatus', value: 'SUBMITTED' },
    ],
    notes: [],
  });
  const refused = head({ syncStatus: 'FAILED', taxStatus: 'REJECTED', refusal: 'Sai mã số thuế' });
  expect(refused.notes).toEqual([{ tone: 'bad', said: 'Sai mã số thuế' }]);
  // A request of the tax office for review is no refusal, nor is an adjustment of the bill after issue.
  const reviewed = head({ syncStatus: 'SYNCHRONIZED', taxStatus: 'UNDER_REVIEW', refusal: 'Rà soát thuế suất' });
  expect(reviewed.notes).toEqual([{ tone: 'waiting', said: 'Rà soát thuế suất' }]);
  expect(head({ syncStatus: 'SYNCHRONIZED', taxStatus: 'ACCEPTED', toAdjust: true }).notes).toEqual([
    { tone: 'waiting', said: null },
  ]);
  // Each value has a state and a translation.
  for (const name of ['syncStatus', 'taxStatus'] as const)
    for (const value of invoice.fields[name].options) {
      expect(invoice.fields[name].states).toHaveProperty(value);
      expect(i18next.exists(`invoice:options.${name}.${value}`)).toBe(true);
    }
});

it('calls an invoice by its number, a company by its name, and a run by the moment it began', async () => {
  const called = async (definition: typeof invoice | typeof invoiceBuyer | typeof syncRun, values: object) => {
    const hook = await renderHook(() => useFieldWords(definition.name));
    hook.close();
    return hook.at.called(definition, row(values));
  };
  expect(await called(invoice, { code: 'HDT-2611-00001', fullNumber: 'C26THS-12' })).toBe('C26THS-12');
  expect(await called(invoice, { code: 'HDT-2611-00001', fullNumber: null })).toBe('HDT-2611-00001');
  expect(await called(invoiceBuyer, { name: null, companyName: 'Sao Mai' })).toBe('Sao Mai');
  expect(await called(syncRun, { name: '2026-11-30 03:15' })).toBe('30/11/2026 03:15');
});

it('asks a company alone for the number and day of what was agreed', () => {
  const required = (buyerType: string) =>
    Object.entries(actionFields(invoice.actions.replace, row({ buyerType })))
      .filter(([, field]) => field.required)
      .map(([name]) => name);
  expect(required('INDIVIDUAL')).toEqual(['reason']);
  expect(required('ENTERPRISE')).toEqual(['reason', 'agreementNo', 'agreementOn']);
});
