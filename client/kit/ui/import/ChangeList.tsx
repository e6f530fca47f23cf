import { useTranslation } from 'react-i18next';
import type { Preview } from './importing.ts';
import { smallTableClass } from './small-table.ts';

const HEADS = ['row', 'record', 'field', 'before', 'after'] as const;

/** The first changes of existing records, cell by cell. */
export function ChangeList({ preview: { changes } }: { preview: Preview }) {
  const { t } = useTranslation('import');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={smallTableClass()} aria-label={t('changesOf')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {HEADS.map(name => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ row, record, field, before, after }) => (
            <tr key={`${row} ${field}`}>
              <td>{row}</td>
              <td>{record}</td>
              <td>{field}</td>
              <td>{before || '–'}</td>
              <td>{after || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
