import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { useAtomValue } from 'jotai';
import { Layers, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';

/** Common groups: name, English name, code, icon. */
const OFFERED = [
  ['Thể thao', 'Sports', 'THE-THAO', 'sport'],
  ['BBQ', 'Barbecue', 'BBQ', 'barbecue'],
  ['Phòng sinh hoạt', 'Community rooms', 'PHONG-SINH-HOAT', 'meeting'],
  ['Hồ bơi và gym', 'Pool and gym', 'HO-BOI-GYM', 'pool'],
  ['Dịch vụ đối tác', 'Partner services', 'DICH-VU', 'partner'],
] as const;

/** Creates the five common groups in a project without any. */
export function OfferedGroups() {
  const { t } = useTranslation('utility-group');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(utilityGroup.code, 'write');
  const { busy, error, code, run } = useSubmit();
  const make = () =>
    run(async () => {
      for (const [name, nameEn, code, icon] of OFFERED)
        await request('POST', utilityGroup.path, { ...scope, body: { name, nameEn, code, icon } });
    });
  return (
    <EmptyState
      icon={Layers}
      title={t('offered.title')}
      actions={
        may && (
          <>
            <Button icon={Plus} busy={busy} onClick={() => void make()}>
              {t('offered.make')}
            </Button>
            <Refused error={error} code={code} />
          </>
        )
      }
    >
      {t('offered.text', { names: OFFERED.map(([name]) => name).join(', ') })}
    </EmptyState>
  );
}
