import { sendingFields } from '@lobby/shared/modules/sending-settings.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { ValueField } from './inputs.tsx';
import { useField } from './place.ts';

/** How messages of the building go out: from whom, when, how many, and what they cost. */
export function SendingPart() {
  const { t } = useTranslation('unit-group');
  const accents = useField('smsAccents');
  const value = (name: keyof typeof sendingFields) => <ValueField name={name} field={sendingFields[name]} />;
  return (
    <>
      <FormPart title={t('groups.sms')}>
        {value('smsBrand')}
        {value('smsPrice')}
        {value('smsMonthlyCap')}
        <Checkbox
          label={accents.label}
          checked={accents.value === true}
          disabled={accents.locked}
          onChange={event => accents.put(event.target.checked)}
        />
      </FormPart>
      <FormPart title={t('groups.hours')}>
        {value('quietFrom')}
        {value('quietTo')}
        {value('mailsPerHour')}
        {value('reminderHour')}
      </FormPart>
    </>
  );
}
