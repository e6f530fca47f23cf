import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';

/** Column headings; services counted without a meter have no old index. */
export function SheetHead({ metered }: { metered: boolean }) {
  const { t } = useTranslation('usage');
  return (
    <thead>
      <tr>
        <th scope="col">{t('fields.unitId')}</th>
        {metered && <th scope="col">{t('fields.meterId')}</th>}
        {metered && (
          <th scope="col" data-figure="">
            {t('fields.oldIndex')}
          </th>
        )}
        <th scope="col" data-figure="">
          {t(metered ? 'fields.newIndex' : 'fields.usageNumber')}
        </th>
        <th scope="col" data-figure="">
          {t('fields.usageNumber')}
        </th>
        <th scope="col" data-figure="">
          {t('fields.previousUsage')}
        </th>
        <th scope="col" data-figure="">
          {t('fields.averageUsage')}
        </th>
        <th scope="col" data-figure="">
          {t('fields.change')}
        </th>
        <th scope="col">{t('sheet.state')}</th>
        <th scope="col">
          <VisuallyHidden>{t('sheet.more')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}
