import type { retentionState } from '@lobby/shared/modules/reception-settings.contract.ts';
import { receptionFields } from '@lobby/shared/modules/reception-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { useField } from '../../platform/projects/index.ts';
import { styleClass } from '../../theme/classes.ts';

const tableClass = styleClass({
  w: 'full',
  textStyle: 'sm',
  '& th, & td': { py: '1.5', pe: '3', textAlign: 'start', verticalAlign: 'top' },
  '& thead th': { color: 'fg.muted', fontWeight: 'normal' },
  '& tbody th': { fontWeight: 'normal' },
  '& td': { fontFamily: 'figures' },
  '& [data-more]': { color: 'bad.fg', fontWeight: 'medium' },
});

/** The entered number of days if valid. */
function useDays(name: 'visitorImageDays' | 'visitorDataDays' | 'parcelPhotoDays'): number | undefined {
  const { value } = useField(name);
  const { min, max } = receptionFields[name];
  return typeof value === 'number' && value >= min && value <= max ? value : undefined;
}

/** Personal data kept by the desk, and what the next nightly erasure would delete with the entered settings. */
export function Retention() {
  const { t } = useTranslation('unit-group');
  const { number } = useFormats();
  const may = useCan(unitGroup.code, 'updateInfo');
  const query = {
    visitorImageDays: useDays('visitorImageDays'),
    visitorDataDays: useDays('visitorDataDays'),
    parcelPhotoDays: useDays('parcelPhotoDays'),
  };
  const { projectId = '' } = scopeNow();
  const { data } = useContract<typeof retentionState>(
    '/unit-group/:id/reception/retention',
    may && { params: { id: projectId }, query, delay: 300 },
  );
  if (!data) return null;
  return (
    <table className={tableClass()}>
      <caption>
        <VisuallyHidden>{t('reception.retention.title')}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('reception.retention.kind')}</th>
          <th scope="col">{t('reception.retention.held')}</th>
          <th scope="col">{t('reception.retention.next')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ kind, held, goes, would }) => (
          <tr key={kind}>
            <th scope="row">{t(`reception.retention.kinds.${kind}`)}</th>
            <td>{number(held)}</td>
            <td data-more={would > goes ? '' : undefined}>
              {number(would)}
              {would > goes && ` · ${t('reception.retention.more', { more: would - goes })}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
