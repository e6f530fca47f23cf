import { useTranslation } from 'react-i18next';
import type { Preview } from './importing.ts';
import { smallTableClass } from './small-table.ts';

const SHOWN = 100;

/** The first hundred errors by row and cell. */
export function FaultList({ preview: { faults, faultCount, fields } }: { preview: Preview }) {
  const { t } = useTranslation('import');
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={smallTableClass()} data-tone="bad" aria-label={t('faultsOf')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('cell')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('fault')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, SHOWN).map(({ row, column, field, value, message }) => (
            <tr key={`${row} ${field}`}>
              <td>{`${column ?? ''}${row}`}</td>
              <td>{value || '–'}</td>
              <td>{`${labels.get(field) ?? field}: ${message}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faultCount > SHOWN && <p>{t('more', { count: faultCount - SHOWN })}</p>}
    </section>
  );
}
