import type { Behaviour } from '../../kit/records/behaviour.ts';

/** A unit has one virtual account of each bank; beneficiaries are written as banks read them. */
export const identityBehaviour: Behaviour = {
  async check(_ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    const { unitId, bank } = { ...doc, ...values } as Record<string, unknown>;
    const once = unitId ? `${unitId}:${bank}` : null;
    return { ...values, once };
  },
};
