import { label } from '@lobby/shared/modules/label.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { GroupsPart } from './GroupsPart.tsx';
import { LabelChip } from './LabelChip.tsx';

/** Labels and label groups. */
export function Component() {
  const { t } = useTranslation(['label', 'label-group']);
  return (
    <ScreenParts
      label={t('label:plural')}
      parts={[
        {
          value: 'labels',
          label: t('label:plural'),
          content: (
            <RecordsPage
              definition={label}
              cells={{ name: row => <LabelChip name={row.name} color={row.color} /> }}
              detail={{ title: row => <LabelChip name={row.name ?? ''} color={row.color} /> }}
            />
          ),
        },
        { value: 'groups', label: t('label-group:plural'), content: <GroupsPart /> },
      ]}
    />
  );
}
