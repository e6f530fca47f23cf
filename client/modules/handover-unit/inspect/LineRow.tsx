import { SHEET_RESULTS, type SheetResult } from '@lobby/shared/modules/handover-sheet.ts';
import { Check, CircleSlash, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { Before } from './Before.tsx';
import { Photos } from './Photos.tsx';
import { type Earlier, partOf, type SheetWork, type ShownLine } from './sheet.ts';

const rowClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  px: '4',
  py: '3',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > div[data-head]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
  '& h3': { flex: '1 1 220px', textStyle: 'md', fontWeight: 'semibold', m: '0' },
  '& small': { color: 'fg.muted', textStyle: 'xs', display: 'block', fontWeight: 'normal' },
  '& [role=group]': {
    display: { base: 'grid', md: 'flex' },
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: { base: '1.5', md: '2' },
    w: { base: 'full', md: 'auto' },
  },
  '& button[data-result]': { minH: '12', minW: { base: '0', md: '24' }, px: { base: '1', md: '4' } },
  '& [data-more]': { display: 'grid', gap: '3', gridTemplateColumns: { base: '1fr', md: '2fr 1fr 1fr' } },
  '& p': { textStyle: 'xs', color: 'fg.muted', m: '0' },
  '& p[role=alert]': { color: 'bad.fg' },
});
const ICONS = { PASS: Check, FAIL: X, NA: CircleSlash } as const;

/** Text input that saves on blur. */
export function KeptText({ label, value, onKeep, max, numeric }: KeptTextProps) {
  const [text, setText] = useState<string | null>(null);
  return (
    <Field label={label}>
      <TextInput
        value={text ?? value ?? ''}
        maxLength={max}
        {...(numeric && { inputMode: 'decimal' as const })}
        onChange={event => setText(event.target.value)}
        onBlur={() => {
          if (text !== null && text.trim() !== (value ?? '')) onKeep(text.trim());
          setText(null);
        }}
      />
    </Field>
  );
}
interface KeptTextProps {
  label: string;
  value: string | null;
  onKeep: (text: string) => void;
  max: number;
  numeric?: boolean;
}

/** A line of the sheet: three result buttons, and details where it fails. */
export function LineRow({ line, work, earlier }: { line: ShownLine; work: SheetWork; earlier?: Earlier | null }) {
  const { t } = useTranslation('handover-schedule');
  const write = (value: object) => work.write([partOf(`lines.${line.key}`, value, line.part)]);
  const name = `${line.room} · ${line.item}`;
  const wants = line.result === 'FAIL' && !line.note && line.images.length === 0;
  const other = line.other?.value as { result?: SheetResult; note?: string } | undefined;
  return (
    <article className={rowClass()} data-line={line.key}>
      <div data-head="">
        <h3>
          {line.item}
          <small>
            {[line.quantity > 1 ? `${line.quantity} ${line.unitName ?? ''}` : '', ...line.checks]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </h3>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons that belong together, without a frame */}
        <div role="group" aria-label={name}>
          {SHEET_RESULTS.map(result => (
            <Button
              key={result}
              icon={ICONS[result]}
              data-result={result}
              look={line.result === result ? 'filled' : 'outline'}
              tone={line.result === result && result === 'FAIL' ? 'bad' : 'accent'}
              aria-pressed={line.result === result}
              onClick={() => write({ result })}
            >
              {t(`sheet.result.${result}`)}
            </Button>
          ))}
        </div>
      </div>
      <Before line={line} earlier={earlier} />
      {other && (
        <p role="alert">
          {t('sheet.other', {
            said: [other.result && t(`sheet.result.${other.result}`), other.note].filter(Boolean).join(' · '),
          })}{' '}
          <Button size="sm" onClick={() => write(other)}>
            {t('sheet.take')}
          </Button>
        </p>
      )}
      {line.result === 'FAIL' && (
        <>
          <div data-more="">
            <KeptText label={t('sheet.note')} value={line.note} max={500} onKeep={note => write({ note })} />
            <KeptText label={t('sheet.serial')} value={line.serial} max={60} onKeep={serial => write({ serial })} />
            <KeptText
              label={t('sheet.found')}
              value={String(line.quantityFound)}
              max={2}
              numeric
              onKeep={text => {
                const quantityFound = Number(text);
                if (Number.isInteger(quantityFound) && quantityFound >= 0) write({ quantityFound });
              }}
            />
          </div>
          <Checkbox
            label={t('sheet.blocking')}
            checked={line.blocking}
            onChange={event => write({ blocking: event.target.checked })}
          />
        </>
      )}
      {line.result !== null && line.result !== 'NA' && <Photos of={line} name={name} work={work} />}
      {/* Below the inputs, so that nothing moves under the finger when it disappears. */}
      {wants && <p role="alert">{t('sheet.wants')}</p>}
    </article>
  );
}
