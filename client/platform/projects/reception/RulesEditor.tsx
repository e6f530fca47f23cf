import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { RulesOf } from '@lobby/shared/modules/reception-settings.ts';
import { Eye, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { LANGUAGE_NAMES } from '../../../kit/i18n/i18n.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { FilesInput } from '../../../kit/ui/form/inputs/files/FilesInput.tsx';
import type { Typed } from '../../../kit/ui/form/values.ts';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { useField } from '../settings/place.ts';
import type { Editions } from './reception.ts';

const FILES = { kind: 'files', max: 5 } as const;
const barClass = styleClass({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', mb: '2' });
const phoneClass = styleClass({
  maxW: '360px',
  maxH: '60vh',
  overflow: 'auto',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  p: '4',
  mx: 'auto',
});

/** Prints a text on a separate page. */
function printText(title: string, body: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page) return;
  page.title = title;
  const style = page.createElement('style');
  style.textContent = '@page{size:A4;margin:20mm}body{font:12pt/1.5 serif;white-space:pre-line}h1{font-size:16pt}';
  const [head, text] = [page.createElement('h1'), page.createElement('div')];
  head.textContent = title;
  text.textContent = body;
  page.head.append(style);
  page.body.append(head, text);
  frame.contentWindow?.print();
  frame.remove();
}

interface RulesEditorProps {
  name: RulesOf;
  editions: Editions | undefined;
}

/** Editor of house rules by language, with phone preview and print; each save is an edition. */
export function RulesEditor({ name, editions }: RulesEditorProps) {
  const { t } = useTranslation(['unit-group', 'kit']);
  const { date } = useFormats();
  const [language, setLanguage] = useState<Language>('vi');
  const [open, setOpen] = useState(false);
  const [text, files] = [useField(`${name}.text.${language}`), useField(`${name}.files`)];
  const shown = typeof text.value === 'string' ? text.value : '';
  const title = t(`reception.fields.${name}`);
  const { edition = 0, updatedAt = null } = editions?.[name] ?? {};
  return (
    <div data-wide>
      <Field
        label={title}
        error={text.error}
        help={
          edition > 0
            ? t('reception.edition', { edition, day: updatedAt ? date(updatedAt) : '' })
            : t('reception.usual')
        }
      >
        <div className={barClass()}>
          <Select
            aria-label={t('words.language')}
            choices={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={language}
            onChange={event => setLanguage(event.target.value as Language)}
          />
          <Button size="sm" icon={Eye} disabled={!shown} onClick={() => setOpen(true)}>
            {t('words.preview')}
          </Button>
          <Button size="sm" icon={Printer} disabled={!shown} onClick={() => printText(title, shown)}>
            {t('reception.print')}
          </Button>
        </div>
        <TextArea
          name={`${name}.text.${language}`}
          rows={8}
          value={shown}
          disabled={text.locked}
          onChange={event => text.put(event.target.value || null)}
        />
      </Field>
      <FilesInput
        id={`${name}-files`}
        name={`${name}.files`}
        field={FILES}
        label={t('reception.files')}
        value={(Array.isArray(files.value) ? files.value : []) as Typed}
        invalid={false}
        disabled={files.locked}
        onChange={value => files.put(value)}
        onBlur={() => undefined}
      />
      <Dialog
        open={open}
        title={title}
        onClose={() => setOpen(false)}
        footer={<Button onClick={() => setOpen(false)}>{t('kit:detail.close')}</Button>}
      >
        <div className={phoneClass()}>{shown}</div>
      </Dialog>
    </div>
  );
}
