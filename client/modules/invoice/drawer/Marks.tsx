import { invoice } from '@lobby/shared/modules/invoice.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { styleClass } from '../../../theme/classes.ts';
import { OfficeState } from '../lists/InvoiceLinks.tsx';
import { headMarks } from './head-marks.ts';

const noteClass = styleClass({
  w: 'full',
  color: 'bad.fg',
  whiteSpace: 'pre-line',
  '&[data-waiting]': { color: 'waiting.fg' },
});

/** Transmission and tax office states of an invoice, and notes such as the reason of a rejection. */
export function Marks({ row }: { row: RecordOf<typeof invoice> }) {
  const { t } = useTranslation(invoice.name);
  const { states, notes } = headMarks(row);
  return (
    <>
      {states.map(({ name, value }) => (
        <OfficeState key={name} name={name} value={value} />
      ))}
      {notes.map(({ tone, said: text }) => (
        <p
          key={text}
          role={tone === 'bad' ? 'alert' : 'status'}
          className={noteClass()}
          data-waiting={tone === 'waiting' ? '' : undefined}
        >
          {text ?? t('toAdjust')}
        </p>
      ))}
    </>
  );
}
