import type { Definition } from '@lobby/shared/kit/definition.ts';
import { moneyShape } from '@lobby/shared/kit/money.ts';
import { headOf } from '@lobby/shared/kit/nouns.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { useCalled } from '../../../client/kit/ui/detail/related/useCalled.ts';
import { renderHook } from './render-hook.ts';

await i18next.use(initReactI18next).init({ lng: 'en', resources: {} });

const isCoded = ({ title, fields }: Definition) => fields[title]?.kind === 'text' && fields[title].code === true;
/** Whether records have more to show than their code: a unit, a name or a title. */
const saysMore = ({ title, fields }: Definition) =>
  fields.unitId?.kind === 'ref' || ['name', 'title'].some(name => name !== title && name in fields);

describe('what an open record is called', () => {
  it('is its unit and its matter wherever its title is a running code', () => {
    // Records with amounts have a separate head, which starts with unit and matter. The title of a unit is its code,
    // that of an invoice its number.
    const bare = MODULES.filter(
      (module: Definition) => isCoded(module) && saysMore(module) && !moneyShape(module) && !headOf(module),
    ).map(({ name }) => name);
    expect(bare).toEqual(['unit']);
    for (const module of MODULES as readonly Definition[]) {
      const head = headOf(module);
      if (!head) continue;
      expect(head.unit, module.name).toBe(module.fields.unitId?.kind === 'ref');
      expect(head.unit || head.matter, module.name).toBeTruthy();
    }
    expect(headOf(utilityBooking)).toEqual({ unit: true, matter: 'utilityId' });
  });

  it('is not its code', async () => {
    const row = { id: 'x', version: 1, code: 'DM-2611-00042', title: 'Belts of the lifts' };
    const { at, close } = await renderHook(useCalled, purchaseRequest, row);
    close();
    expect(at).toBe('Belts of the lifts');
  });
});
