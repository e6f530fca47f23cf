import type { Definition } from '../kit/definition.ts';
import { FEATURES } from '../kit/features.ts';
import type { Field, Fields } from '../kit/fields.ts';
import { receptionFields } from './reception-settings.ts';
import { sendingFields } from './sending-settings.ts';
import { projectFields, unitGroup } from './unit-group.ts';

const line = (label?: string): Field => ({ kind: 'longText', max: 40_000, ...(label && { label }) });

/** A definition that only names the values in the history; it has no records. */
const historyOf = (fields: Fields): Definition => ({
  name: unitGroup.name,
  code: unitGroup.code,
  path: unitGroup.path,
  title: 'name',
  flags: unitGroup.flags,
  fields,
  list: { columns: [], sorts: [], defaultSort: 'name', filters: [] },
});

const features = Object.keys(FEATURES).map((name): [string, Field] => [
  name,
  { kind: 'flag', label: `features.${name}.name` },
]);

/** Reception settings with several values. */
const RECEPTION_LINES = [
  'desks',
  'visitorCloseTime',
  'workHours',
  'noisyHours',
  'movingRules',
  'worksRules',
  'worksDeposits',
  'cardDeposits',
  'vehicleLimits',
  'parcelReminderDays',
  'parcelReminderTime',
];

/** Sending settings with several values, and secrets. */
const SENDING_LINES = ['quietFrom', 'quietTo', 'noticeRoles', 'smsPrice', 'smsKey', 'smsSecret'];

/** Definitions by entity of the settings' events, with which the activity shows changes. */
export const SETTINGS: Readonly<Record<string, Definition>> = {
  project: historyOf({
    ...projectFields,
    timeZone: { kind: 'text', max: 60 },
    hotlines: line(),
    logo: line(),
    forbiddenWords: line(),
    whiteLabel: line('parts.look'),
    ...Object.fromEntries(features),
  }),
  reception: historyOf({
    ...Object.fromEntries(
      Object.entries(receptionFields).map(([name, field]) => [name, { ...field, label: `reception.fields.${name}` }]),
    ),
    ...Object.fromEntries(RECEPTION_LINES.map(name => [name, line(`reception.fields.${name}`)])),
  }),
  sending: historyOf({
    ...Object.fromEntries(
      Object.entries(sendingFields).map(([name, field]) => [
        name,
        field.kind === 'choice' ? line(`sending.fields.${name}`) : { ...field, label: `sending.fields.${name}` },
      ]),
    ),
    ...Object.fromEntries(SENDING_LINES.map(name => [name, line(`sending.fields.${name}`)])),
  }),
  dictionary: historyOf({ words: line('parts.words') }),
  'white-label': historyOf(
    Object.fromEntries(
      ['name', 'hosts', 'logo', 'logoDark', 'accent', 'support', 'notes'].map(name => [
        name,
        line(`look.fields.${name}`),
      ]),
    ),
  ),
};
