import { RESIDENT_ROLES } from '@lobby/shared/modules/resident.ts';
import { SMS_NETWORKS, sendingFields } from '@lobby/shared/modules/sending-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../kit/session/permissions.ts';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { ChoiceField, ValueField } from '../settings/inputs.tsx';
import { useField } from '../settings/place.ts';
import { MailHealth } from './MailHealth.tsx';
import { Secret } from './Secret.tsx';
import { SmsHealth } from './SmsHealth.tsx';
import type { Keys } from './sending.ts';

const TIME = { kind: 'text', max: 5, required: true } as const;
const PRICE = { kind: 'money', max: 10_000, required: true } as const;
const NETWORKS = { VIETTEL: 'Viettel', MOBIFONE: 'MobiFone', VINAPHONE: 'VinaPhone' } as const;

const value = (name: keyof typeof sendingFields) => <ValueField name={name} field={sendingFields[name]} />;

function Switch({ name }: { name: 'noticeToAll' | 'trackMail' }) {
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

/** Roles of the recipients of notices, in order. */
function Roles() {
  const { t } = useTranslation('resident');
  const field = useField('noticeRoles');
  const chosen = Array.isArray(field.value) ? field.value : [];
  return (
    <fieldset data-wide="">
      <legend>{field.label}</legend>
      {RESIDENT_ROLES.map(role => (
        <Checkbox
          key={role}
          label={t(`options.role.${role}`)}
          checked={chosen.includes(role)}
          disabled={field.locked}
          onChange={event =>
            field.put(event.target.checked ? [...chosen, role] : chosen.filter(other => other !== role))
          }
        />
      ))}
    </fieldset>
  );
}

/** Settings for sending messages: sender, hours, limits, prices. */
export function SendingPart({ keys, version }: { keys: Keys | undefined; version: number }) {
  const { t } = useTranslation('unit-group');
  const info = useCan(unitGroup.code, 'updateInfo');
  const accents = sendingFields.smsAccents.options.map(option => ({
    value: option,
    label: t(`sending.accents.${option}`),
  }));
  return (
    <>
      <MailHealth locked={!info} />
      <FormPart title={t('sending.sender')}>
        {value('senderName')}
        {value('senderPhone')}
        {value('mailFrom')}
        {value('replyTo')}
      </FormPart>
      <FormPart title={t('sending.who')}>
        <Roles />
        <Switch name="noticeToAll" />
        <Switch name="trackMail" />
      </FormPart>
      <FormPart title={t('groups.hours')}>
        <ValueField name="quietFrom" field={TIME} />
        <ValueField name="quietTo" field={TIME} />
        {value('mailPerHour')}
        {value('mailPerDomainPerMinute')}
      </FormPart>
      <SmsHealth locked={!info} />
      <FormPart title={t('groups.sms')}>
        {value('smsBrandName')}
        <ChoiceField name="smsAccents" choices={accents} />
        {value('smsMonthlyCap')}
        {value('smsWarnAt')}
        <Secret name="smsKey" held={keys?.smsKey} version={version} locked={!info} />
        <Secret name="smsSecret" held={keys?.smsSecret} version={version} locked={!info} />
      </FormPart>
      <FormPart title={t('sending.fields.smsPrice')}>
        {SMS_NETWORKS.map(smsNetwork => (
          <ValueField
            key={smsNetwork}
            name={`smsPrice.${smsNetwork}`}
            field={PRICE}
            label={smsNetwork === 'OTHER' ? t('sending.other') : NETWORKS[smsNetwork]}
          />
        ))}
      </FormPart>
    </>
  );
}
