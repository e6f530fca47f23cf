import { utility, utilityGroup, WEEKDAYS } from '@lobby/shared/modules/utility.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { DoorTab } from './DoorTab.tsx';
import { FORM_FIELDS, UtilityFields } from './UtilityFields.tsx';

const FORM = {
  size: 'wide' as const,
  fields: FORM_FIELDS,
  children: <UtilityFields />,
  // Most serve every day alike.
  defaults: { serveTimes: WEEKDAYS.map(weekday => ({ weekday, hours: '06:00-22:00' })) },
};
const GROUP_FORM = pairedForm(['name', 'code', 'order', 'capacity', 'nameEn', 'nameJa', 'nameZh', 'nameKo'], ['note']);
const WIDTHS = { name: 220, order: 140, nameEn: 180, code: 112, groupId: 180, type: 132, price: 116, active: 100 };
const HIDDEN = [
  ...['icon', 'placeId', 'partnerId', 'step', 'capacity', 'share', 'priceUnit', 'surcharge', 'approval', 'payFirst'],
  'createdAt',
];

/** What residents may use, and the groups that it stands in. */
export function Component() {
  const { t } = useTranslation(['utility', 'utility-group']);
  const extraTabs = (id: string) => [{ value: 'door', label: t('utility:door.title'), content: <DoorTab id={id} /> }];
  return (
    <ScreenParts
      label={t('utility:plural')}
      parts={[
        {
          value: 'amenities',
          label: t('utility:plural'),
          content: (
            <RecordsPage definition={utility} widths={WIDTHS} hidden={HIDDEN} form={FORM} detail={{ extraTabs }} />
          ),
        },
        {
          value: 'groups',
          label: t('utility-group:plural'),
          content: <RecordsPage definition={utilityGroup} widths={{ name: 240, order: 140 }} form={GROUP_FORM} />,
        },
      ]}
    />
  );
}
