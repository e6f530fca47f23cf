import type { Definition } from '@lobby/shared/kit/definition.ts';
import { CircleCheck, CircleX, Equal, Pencil, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Select } from '../controls/Select.tsx';
import { ChangeList } from './ChangeList.tsx';
import { FaultList } from './FaultList.tsx';
import type { Preview } from './importing.ts';
import type { Import } from './useImport.ts';

const sumClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  fontWeight: 'medium',
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: '1.5' },
  '& > [data-tone=done]': { color: 'done.fg' },
  '& > [data-tone=going]': { color: 'going.fg' },
  '& > [data-tone=ended]': { color: 'ended.fg' },
  '& > [data-tone=bad]': { color: 'bad.fg' },
  '& > [data-tone=waiting]': { color: 'waiting.fg' },
});
const noticeClass = styleClass({
  display: 'grid',
  gap: '1',
  color: 'waiting.fg',
  '& > li': { display: 'grid', gridTemplateColumns: '16px 1fr', gap: '2', alignItems: 'start' },
  '& svg': { mt: '0.5' },
});
const hintClass = styleClass({ color: 'fg.muted', textStyle: 'xs' });
const frameClass = styleClass({
  overflow: 'auto',
  flex: 'none',
  maxH: '38vh',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '&[aria-busy=true]': { opacity: '0.6' },
  '& table': { borderCollapse: 'collapse', minW: 'full', textStyle: 'xs' },
  '& th, & td': {
    px: '2',
    py: '1',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& thead th': { bg: 'bg.subtle', verticalAlign: 'bottom', fontWeight: 'medium', minW: '140px' },
  '& thead th:first-child': { minW: '0' },
  '& td': { maxW: '220px', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td[data-bad]': { bg: 'bad.subtle', color: 'bad.fg' },
  '& small': { display: 'block', color: 'fg.muted', mb: '1' },
});

interface PreviewRowsProps {
  run: Import;
  definition: Definition;
  preview: Preview;
  /** Storing: shown read-only. */
  busy: boolean;
}

/** Preview of an import: number of good rows, column mapping, first rows, and all errors. */
export function PreviewRows({ run, definition, preview, busy }: PreviewRowsProps) {
  const { t } = useTranslation('import');
  const { rows, good, columns, fields, faults, sample, created, updated, same } = preview;
  const { updates } = run.state;
  const hint = useId();
  const wrong = new Set(faults.map(({ row, column }) => `${column}${row}`));
  const missing = fields.filter(field => field.required).map(field => field.label);
  const choices = [{ value: '', label: t('unused') }, ...fields.map(({ name, label }) => ({ value: name, label }))];
  return (
    <>
      <p className={sumClass()} role="status">
        <span data-tone="done">
          <CircleCheck size={16} aria-hidden />{' '}
          {updates ? t('created', { count: created }) : t('good', { count: good })}
        </span>
        {updates && (
          <>
            <span data-tone="going">
              <Pencil size={16} aria-hidden /> {t('updated', { count: updated })}
            </span>
            <span data-tone="ended">
              <Equal size={16} aria-hidden /> {t('same', { count: same })}
            </span>
          </>
        )}
        {rows > good && (
          <span data-tone="bad">
            <CircleX size={16} aria-hidden /> {t('bad', { count: rows - good })}
          </span>
        )}
        {missing.length > 0 && !updates && (
          <span data-tone="waiting">
            <TriangleAlert size={16} aria-hidden /> {t('missing', { names: missing.join(', ') })}
          </span>
        )}
      </p>
      {preview.notices.length > 0 && (
        <ul className={noticeClass()} aria-label={t('notices')}>
          {preview.notices.map(({ message }) => (
            <li key={message}>
              <TriangleAlert size={14} aria-hidden /> {message}
            </li>
          ))}
        </ul>
      )}
      {typeof definition.imports === 'object' && (
        <div>
          <Checkbox
            label={t('existing')}
            checked={updates}
            disabled={busy}
            aria-describedby={hint}
            onChange={event => run.update(event.target.checked)}
          />
          <p id={hint} className={hintClass()}>
            {t('existingHint')}
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className={frameClass()} aria-label={t('sampleOf')} aria-busy={busy} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              {columns.map(({ column, header, field, kept }) => (
                <th key={column} scope="col">
                  <small>
                    {header || column}
                    {kept && ` · ${t('kept')}`}
                  </small>
                  <Select
                    size="sm"
                    aria-label={t('goesTo', { column })}
                    value={field ?? ''}
                    disabled={busy}
                    choices={choices}
                    onChange={event => run.put(column, event.target.value)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map(({ column }, n) => (
                  <td key={column} data-bad={wrong.has(`${column}${row}`) || undefined}>
                    {cells[n]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {preview.changes.length > 0 && <ChangeList preview={preview} />}
      {faults.length > 0 && <FaultList preview={preview} />}
    </>
  );
}
