import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { type Item, itemsIn, optionsIn } from '@lobby/shared/modules/checklist-items.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { HelpPictures } from '../maintenance/index.ts';

/** Items of a checklist by section. */
export function ItemsTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenanceChecklist.name);
  const { number } = useFormats();
  const { row, state } = useRecord(maintenanceChecklist, id);
  if (!row || state === 'loading') return <SkeletonRows />;
  const items = itemsIn(row.items);
  const { helpImages = [] } = dataOf<{ helpImages: FileInfo[] }>(row);
  if (items.length === 0) return <Empty title={t('empty.title')} />;
  const bounds = ({ min, max, unitName, options }: Item) => {
    if (options) return optionsIn(options).join(' / ');
    const span = [min, max].map(bound => (typeof bound === 'number' ? number(bound) : '…')).join(' – ');
    return typeof min === 'number' || typeof max === 'number' ? `${span} ${unitName ?? ''}` : (unitName ?? '');
  };
  const sections = [...Map.groupBy(items.entries(), ([, { section }]) => section ?? '')];
  return (
    <DetailBody>
      {sections.map(([section, ofSection]) => (
        <section key={section}>
          {section && <h3>{section}</h3>}
          <FigureTable
            label={section || t('fields.items')}
            rows={ofSection}
            keyOf={([n]) => n}
            columns={[
              {
                key: 'label',
                label: t('fields.label'),
                cell: ([n, item]) => (
                  <>
                    {n + 1}. {item.label}
                    <HelpPictures item={item} files={helpImages} />
                  </>
                ),
              },
              { key: 'kind', label: t('fields.kind'), cell: ([, { kind }]) => t(`options.kind.${kind}`) },
              { key: 'bounds', label: t('fields.options'), cell: ([, item]) => bounds(item) },
              {
                key: 'required',
                label: t('fields.required'),
                cell: ([, { required }]) => (required === false ? t('optional') : ''),
              },
            ]}
          />
        </section>
      ))}
    </DetailBody>
  );
}
