import type { Fields } from '@lobby/shared/kit/fields.ts';
import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from '../../base/toast.ts';
import { request } from '../../http/api.ts';
import { scopeNow } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';
import { changedValues, type Values } from '../form/changes.ts';
import { FormFrame } from '../form/FormFrame.tsx';
import { FormPart } from '../form/FormPart.tsx';
import { FormContext } from '../form/form-context.ts';
import { FieldInput } from '../form/inputs/FieldInput.tsx';
import { useFieldsForm } from '../form/useFieldsForm.ts';
import { useSending } from '../form/useSending.ts';

interface SettingsFormProps {
  fields: Fields;
  /** Locale file; `groups.<group>` are titles of the sections. */
  name: string;
  /** URL of the PUT, which includes the version they are based on. */
  path: string;
  held: Values & { version: number };
  may: boolean;
  groups: readonly (readonly [group: string, names: readonly string[]])[];
  /** Full-width fields. */
  wide?: readonly string[];
  /** Part of a scrolling page. */
  inPage?: boolean;
  onSaved: () => void;
}

/** Settings of a project in sections: only changes are sent, and refusals are shown at their field. */
export function SettingsForm({
  fields,
  name,
  path,
  held,
  may,
  groups,
  wide = [],
  inPage = false,
  onSaved,
}: SettingsFormProps) {
  const { t } = useTranslation([name, 'kit']);
  const { version, ...values } = held;
  const { form, showRefusal } = useFieldsForm(fields, values, 'update', { errors: 'onTouched' });
  const { busy, send } = useSending(showRefusal);
  const place = useMemo(() => ({ fields, name, group: 'fields' as const, hold: () => undefined }), [fields, name]);
  const save = form.handleSubmit(typed =>
    send(async () => {
      await request('PUT', path, { ...scopeNow(), body: { ...changedValues(typed, values), version } });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onSaved();
    }),
  );
  return (
    <FormContext value={place}>
      <FormProvider {...form}>
        <FormFrame
          inPage={inPage}
          onSubmit={() => void save()}
          footer={
            may && (
              <Button type="submit" look="filled" busy={busy} disabled={!form.formState.isDirty}>
                {t('kit:form.save')}
              </Button>
            )
          }
        >
          {groups.map(([group, names]) => (
            <FormPart key={group} title={t(`groups.${group}`)}>
              {names.map(field => (
                <div key={field} {...(wide.includes(field) && { 'data-wide': '' })}>
                  <FieldInput name={field} disabled={!may} />
                </div>
              ))}
            </FormPart>
          ))}
        </FormFrame>
      </FormProvider>
    </FormContext>
  );
}
