import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { RefsInput } from '../../../kit/ui/form/inputs/choices/RefInput.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { FilesInput } from '../../../kit/ui/form/inputs/files/FilesInput.tsx';
import type { Typed } from '../../../kit/ui/form/values.ts';
import { today } from '../../../kit/ui/today.ts';

/** Dates, labels, files and note of a receipt. */
export interface Papers {
  accountingDate: string;
  voucherDate: string;
  labelIds: Typed;
  attachments: Typed;
  note: string;
}

/** Both dates default to today. */
export const newPapers = (): Papers => ({
  accountingDate: today(),
  voucherDate: today(),
  labelIds: [],
  attachments: [],
  note: '',
});

const idsIn = (value: Typed): string[] =>
  Array.isArray(value)
    ? value.map(file => (typeof file === 'object' ? String((file as FileInfo).id) : String(file)))
    : [];

/** Request fields; empty ones are left out. */
export function papersOf({ accountingDate, voucherDate, labelIds, attachments, note }: Papers) {
  const [labels, files] = [idsIn(labelIds), idsIn(attachments)];
  return {
    accountingDate,
    voucherDate,
    ...(labels.length > 0 && { labelIds: labels }),
    ...(files.length > 0 && { attachments: files }),
    ...(note.trim() && { note: note.trim() }),
  };
}

export const PAPER_FIELDS = ['accountingDate', 'voucherDate', 'labelIds', 'attachments', 'note'] as const;

interface TillMoreProps {
  value: Papers;
  /** Errors by field; any error unfolds the part. */
  faults: Readonly<Record<string, string>>;
  onChange: (value: Papers) => void;
}

/** Optional fields of a receipt, folded by default. */
export function TillMore({ value, faults, onChange }: TillMoreProps) {
  const { t } = useTranslation(['receipt', 'kit']);
  const [wanted, setWanted] = useState(false);
  const open = wanted || PAPER_FIELDS.some(name => faults[name]);
  const put = (change: Partial<Papers>) => onChange({ ...value, ...change });
  const shared = { invalid: false, onBlur: () => undefined };
  if (!open)
    return (
      <Button size="sm" icon={ChevronDown} aria-expanded={false} onClick={() => setWanted(true)}>
        {t('pay.papers')}
      </Button>
    );
  return (
    <>
      {(['accountingDate', 'voucherDate'] as const).map(name => (
        <Field key={name} label={t(`fields.${name}`)} error={faults[name]}>
          <DayInput
            label={t(`fields.${name}`)}
            value={value[name]}
            max={today()}
            onChange={day => put({ [name]: day })}
          />
        </Field>
      ))}
      <Field label={t('fields.labelIds')} error={faults.labelIds}>
        <RefsInput
          {...shared}
          id="till-labels"
          name="labelIds"
          field={receipt.fields.labelIds}
          label={t('fields.labelIds')}
          value={value.labelIds}
          onChange={labelIds => put({ labelIds })}
        />
      </Field>
      <Field label={t('fields.attachments')} error={faults.attachments}>
        <FilesInput
          {...shared}
          id="till-files"
          name="attachments"
          field={receipt.fields.attachments}
          label={t('fields.attachments')}
          value={value.attachments}
          onChange={attachments => put({ attachments })}
        />
      </Field>
      <Field label={t('fields.note')} error={faults.note}>
        <TextArea rows={2} maxLength={1000} value={value.note} onChange={event => put({ note: event.target.value })} />
      </Field>
    </>
  );
}
