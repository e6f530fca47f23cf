import { TARIFF_TEMPLATES } from '@lobby/shared/billing/tariff-templates.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { type TypedValues, writeForm } from '../../kit/ui/form/read-form.ts';

/** Price templates; choosing one fills the form and names its legal source. */
export function Templates() {
  const { t } = useTranslation('tariff-version');
  const { setValue } = useFormContext<TypedValues>();
  const how = useWriting();
  const [key, setKey] = useState('');
  const chosen = TARIFF_TEMPLATES.find(tariffTemplate => tariffTemplate.key === key);
  function take(next: string) {
    setKey(next);
    const template = TARIFF_TEMPLATES.find(tariffTemplate => tariffTemplate.key === next);
    if (!template) return;
    const values = { ...template.values, source: template.source };
    const fields = Object.fromEntries(Object.entries(tariffVersion.fields).filter(([name]) => name in values));
    for (const [name, typed] of Object.entries(writeForm(fields, values, how, 'create')))
      setValue(name, typed, { shouldDirty: true });
  }
  return (
    <Field
      label={t('templates.use')}
      help={chosen ? `${t('templates.source')}: ${chosen.source}` : t('templates.help')}
    >
      <Select
        value={key}
        choices={[
          { value: '', label: t('templates.none') },
          ...TARIFF_TEMPLATES.map(tariffTemplate => ({
            value: tariffTemplate.key,
            label: t(`templates.${tariffTemplate.key}`),
          })),
        ]}
        onChange={event => take(event.target.value)}
      />
    </Field>
  );
}
