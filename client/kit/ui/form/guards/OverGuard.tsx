import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/formats.ts';
import { ConfirmDialog } from '../../overlay/ConfirmDialog.tsx';
import type { Values } from '../changes.ts';
import { useFieldWords, useFormScope } from '../form-context.ts';

interface OverGuardProps {
  /** The field with a past time, and all values. */
  over: { name: string; values: Values } | null;
  onAnswer: (yes: boolean) => void;
}

/** Confirms a past time before saving: a wrong year or month is easily typed, but late entries are legitimate. */
export function OverGuard({ over, onAnswer }: OverGuardProps) {
  const { t } = useTranslation('kit');
  const { dateTime } = useFormats();
  const { name, fields } = useFormScope();
  const say = useFieldWords(name);
  const label = over ? say.label(over.name, fields[over.name]) : '';
  return (
    <ConfirmDialog
      open={over !== null}
      title={t('form.overTitle')}
      description={over && t('form.overText', { field: label, at: dateTime(String(over.values[over.name])) })}
      confirm={t('form.overSave')}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    />
  );
}
