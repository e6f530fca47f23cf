import { type SendingSettings, SMS_NETWORKS, type SmsNetwork } from '@lobby/shared/modules/sending-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { request } from '../../../kit/http/api.ts';
import type { Setting, Values } from '../settings/editing.ts';

/** When a secret was set, and by whom. */
export type KeySet = { at: string; by: string } | null;
interface SendingAnswer extends SendingSettings {
  version: number;
  smsKeySet: KeySet;
  smsSecretSet: KeySet;
}
export interface Keys {
  smsKey: KeySet;
  smsSecret: KeySet;
}

const PRICE = 'smsPrice.';

function taken({ version, smsKeySet, smsSecretSet, smsPrice, ...values }: SendingAnswer): Setting<Keys> {
  const prices = SMS_NETWORKS.map(smsNetwork => [
    PRICE + smsNetwork,
    smsPrice.find(({ network }) => network === smsNetwork)?.price ?? 0,
  ]);
  return {
    version,
    values: { ...values, ...Object.fromEntries(prices) },
    extra: { smsKey: smsKeySet, smsSecret: smsSecretSet },
  };
}

function bodyOf(all: Values, changed: Values): Record<string, unknown> {
  const rest = Object.entries(changed).filter(([name]) => !name.startsWith(PRICE));
  const prices = (network: SmsNetwork) => ({ network, price: Number(all[PRICE + network] ?? 0) });
  return {
    ...Object.fromEntries(rest),
    ...(rest.length < Object.keys(changed).length && { smsPrice: SMS_NETWORKS.map(prices) }),
  };
}

/** Sending settings as an editing source. */
export const sendingSource = {
  form: 'sending-settings',
  what: 'sending',
  read: async (projectId: string) =>
    taken((await request<SendingAnswer>('GET', `${unitGroup.path}/${projectId}/sending`, { projectId })).data),
  write: async (projectId: string, version: number, all: Values, changed: Values) => {
    const body = { version, ...bodyOf(all, changed) };
    return taken(
      (await request<SendingAnswer>('PUT', `${unitGroup.path}/${projectId}/sending`, { projectId, body })).data,
    );
  },
};
