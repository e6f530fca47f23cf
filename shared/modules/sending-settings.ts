import type { Fields, ValueOf } from '../kit/fields.ts';
import { isWithin } from '../kit/quiet-hours.ts';
import type { RESIDENT_ROLES } from './resident.ts';

type ResidentRole = (typeof RESIDENT_ROLES)[number];

/** Mobile networks, by which the price of an SMS differs. */
export const SMS_NETWORKS = ['VIETTEL', 'MOBIFONE', 'VINAPHONE', 'OTHER'] as const;
export type SmsNetwork = (typeof SMS_NETWORKS)[number];

/** Format of an SMS sender name. */
export const SMS_BRAND_NAME = /^[A-Za-z0-9._\- ]{3,11}$/;

/** Single-value settings for sending messages. */
export const sendingFields = {
  senderName: { kind: 'text', max: 60 },
  senderPhone: { kind: 'phone' },
  replyTo: { kind: 'email' },
  /** Sender address; its domain must be one the installation signs for. */
  mailFrom: { kind: 'email' },
  mailPerHour: { kind: 'integer', min: 10, max: 50_000, required: true },
  mailPerDomainPerMinute: { kind: 'integer', min: 1, max: 1000, required: true },
  /** Sends to all residents in `noticeRoles`, otherwise to the first reachable one. */
  noticeToAll: { kind: 'flag' },
  trackMail: { kind: 'flag' },
  smsBrandName: { kind: 'text', max: 11 },
  smsMonthlyCap: { kind: 'money' },
  smsWarnAt: { kind: 'integer', min: 1, max: 100, required: true },
  smsAccents: { kind: 'choice', options: ['FOLD', 'KEEP'], required: true },
} as const satisfies Fields;

type Plain = { [K in keyof typeof sendingFields]: ValueOf<(typeof sendingFields)[K], 'stored'> | null };

export interface SendingSettings extends Plain {
  mailPerHour: number;
  mailPerDomainPerMinute: number;
  /** Quiet hours (`HH:mm`), in which only urgent messages are sent; none if both are equal. */
  quietFrom: string;
  quietTo: string;
  /** Roles of recipients in a unit, in order of preference. */
  noticeRoles: readonly ResidentRole[];
  /** Price per SMS segment in VND by network; networks not listed cost 0. */
  smsPrice: readonly { network: SmsNetwork; price: number }[];
  smsWarnAt: number;
  smsAccents: 'FOLD' | 'KEEP';
}

const SENDING_DEFAULTS: SendingSettings = {
  senderName: null,
  senderPhone: null,
  replyTo: null,
  mailFrom: null,
  mailPerHour: 2000,
  mailPerDomainPerMinute: 60,
  quietFrom: '21:00',
  quietTo: '07:00',
  noticeRoles: ['HOUSEHOLDER', 'CO_HOUSEHOLDER'],
  noticeToAll: false,
  trackMail: false,
  smsBrandName: null,
  smsPrice: [],
  smsMonthlyCap: null,
  smsWarnAt: 80,
  smsAccents: 'FOLD',
};

/** Stored settings completed by the defaults. */
export const sendingOf = (held: Partial<SendingSettings> = {}): SendingSettings => ({
  ...SENDING_DEFAULTS,
  ...held,
});

export const isQuiet = ({ quietFrom, quietTo }: Pick<SendingSettings, 'quietFrom' | 'quietTo'>, time: string) =>
  quietFrom !== quietTo && isWithin(time, quietFrom, quietTo);

/** Hours in which SMS and Zalo messages are never sent (Decree 91/2020 forbids advertising then). */
export const isNight = (time: string): boolean => isWithin(time, '22:00', '07:00');

const PREFIXES: Readonly<Record<Exclude<SmsNetwork, 'OTHER'>, RegExp>> = {
  VIETTEL: /^\+84(32|33|34|35|36|37|38|39|86|96|97|98)/,
  MOBIFONE: /^\+84(70|76|77|78|79|89|90|93)/,
  VINAPHONE: /^\+84(81|82|83|84|85|88|91|94)/,
};

/** Network of a mobile number by its prefix. */
export const networkOf = (phone: string): SmsNetwork =>
  (['VIETTEL', 'MOBIFONE', 'VINAPHONE'] as const).find(carrier => PREFIXES[carrier].test(phone)) ?? 'OTHER';

/** Vietnamese mobile numbers, the only ones that SMS gateways accept. */
export const isMobile = (phone: string): boolean => /^\+84[35789]\d{8}$/.test(phone);

export const smsPriceOf = ({ smsPrice }: Pick<SendingSettings, 'smsPrice'>, phone: string): number =>
  smsPrice.find(({ network }) => network === networkOf(phone))?.price ?? 0;
