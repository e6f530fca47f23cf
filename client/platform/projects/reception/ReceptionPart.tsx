import {
  CARD_DEPOSITS,
  MOST_DEPOSIT,
  MOST_VEHICLES,
  type ReceptionField,
  receptionFields,
  WORK_TYPES,
} from '@lobby/shared/modules/reception-settings.ts';
import { VEHICLE_TYPES } from '@lobby/shared/modules/vehicle.ts';
import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { Retention } from '../../../modules/retention/index.ts';
import { styleClass } from '../../../theme/classes.ts';
import { LinesField, ValueField } from '../settings/inputs.tsx';
import { useField } from '../settings/place.ts';
import { RulesEditor } from './RulesEditor.tsx';
import type { Editions } from './reception.ts';
import { useReceptionLabel } from './useReceptionLabel.ts';

const foldClass = styleClass({
  '& > summary': { cursor: 'pointer', textStyle: 'md', fontWeight: 'semibold', mb: '3' },
  '& > a': { display: 'inline-block', mb: '3', textStyle: 'sm', color: 'accent.fg' },
  '& > div': { display: 'flex', flexDirection: 'column', gap: '6' },
});

const HOURS = { kind: 'text', max: 120, hours: true } as const;
const TIME = { kind: 'text', max: 5, required: true } as const;
const DEPOSIT = { kind: 'money', max: MOST_DEPOSIT, required: true } as const;
const LIMIT = { kind: 'integer', max: MOST_VEHICLES } as const;

/** Foldable group of settings with a link to its screen. */
function Section({ name, route, children }: { name: string; route?: string; children: ReactNode }) {
  const { t } = useTranslation('unit-group');
  const phone = usePhone();
  return (
    <details open={!phone} className={foldClass()}>
      <summary>{t(`reception.sections.${name}`)}</summary>
      {route && <Link to={`../${route}`}>{t('reception.open')}</Link>}
      <div>{children}</div>
    </details>
  );
}

function Switch({ name }: { name: ReceptionField }) {
  const field = useField(name);
  return (
    <Checkbox
      label={field.label}
      checked={field.value === true}
      disabled={field.locked}
      onChange={event => field.put(event.target.checked)}
    />
  );
}

const Whole = ({ name }: { name: ReceptionField }) => <ValueField name={name} field={receptionFields[name]} />;

/** One input per day or type. */
function Each({
  group,
  parts,
  field,
}: {
  group: string;
  parts: readonly string[];
  field: typeof HOURS | typeof DEPOSIT | typeof LIMIT;
}) {
  const { t } = useTranslation('unit-group');
  const label = useReceptionLabel();
  return (
    <FormPart title={t(`reception.fields.${group}`)}>
      {parts.map(part => (
        <ValueField key={part} name={`${group}.${part}`} field={field} label={label(`${group}.${part}`, true)} />
      ))}
    </FormPart>
  );
}

/** Days until parcel reminders, e.g. `1, 3, 7`. */
function ReminderDays() {
  const field = useField('parcelReminderDays');
  const days = Array.isArray(field.value) ? field.value.join(', ') : '';
  return (
    <Field label={field.label} error={field.error} help={field.help}>
      <TextInput
        key={days}
        name="parcelReminderDays"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={days}
        disabled={field.locked}
        onBlur={event => field.put(event.target.value.split(/\D+/).filter(Boolean).map(Number))}
      />
    </Field>
  );
}

/** Desk settings, and retention of personal data. */
export function ReceptionPart({ editions }: { editions: Editions | undefined }) {
  const { t } = useTranslation('unit-group');
  return (
    <>
      <Section name="guests" route="access-management">
        <FormPart title={t('reception.fields.desks')}>
          <LinesField name="desks" rows={3} />
        </FormPart>
        <FormPart title={t('reception.sections.visits')}>
          <Switch name="visitorAutoApprove" />
          <ValueField name="visitorCloseTime" field={TIME} />
          <Whole name="overstayMinutes" />
          <Whole name="overstayRepeatMinutes" />
          <Whole name="overstayMaxHours" />
          <Whole name="answerSeconds" />
          <Whole name="familiarAfter" />
        </FormPart>
      </Section>
      <Section name="passes" route="access-management">
        <FormPart title={t('reception.sections.passes')}>
          <Whole name="passMaxDays" />
        </FormPart>
      </Section>
      <Section name="moves" route="inventory-transfer-management">
        <FormPart title={t('reception.sections.moves')}>
          <Whole name="moveLeadHours" />
          <Whole name="moveMaxDays" />
          <Whole name="moveOpenLimit" />
          <RulesEditor name="movingRules" editions={editions} />
        </FormPart>
      </Section>
      <Section name="works" route="construction-management">
        <Each group="workHours" parts={WEEK} field={HOURS} />
        <Each group="noisyHours" parts={WEEK} field={HOURS} />
        <Each group="worksDeposits" parts={WORK_TYPES} field={DEPOSIT} />
        <FormPart title={t('reception.fields.worksRules')}>
          <Switch name="acceptanceRequired" />
          <RulesEditor name="worksRules" editions={editions} />
        </FormPart>
      </Section>
      <Section name="cards" route="card-registration-management">
        <Each group="cardDeposits" parts={CARD_DEPOSITS} field={DEPOSIT} />
        <Each group="vehicleLimits" parts={VEHICLE_TYPES} field={LIMIT} />
        <Switch name="papersRequired" />
      </Section>
      <Section name="parcels" route="receive-package-management">
        <FormPart title={t('reception.sections.parcels')}>
          <ReminderDays />
          <ValueField name="parcelReminderTime" field={TIME} />
          <Whole name="parcelReturnDays" />
        </FormPart>
      </Section>
      <Section name="shifts" route="shift-log">
        <FormPart title={t('reception.sections.shifts')}>
          <Whole name="shiftMaxHours" />
        </FormPart>
      </Section>
      <Section name="retention">
        <FormPart title={t('reception.sections.retention')}>
          <Whole name="visitorImageDays" />
          <Whole name="visitorDataDays" />
          <Whole name="parcelPhotoDays" />
        </FormPart>
        <Retention />
      </Section>
    </>
  );
}
