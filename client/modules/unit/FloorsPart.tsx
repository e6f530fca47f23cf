import { floor } from '@lobby/shared/modules/floor.ts';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { RecordsPage } from '../../kit/ui/detail/RecordsPage.tsx';
import { RangeDialog } from './RangeDialog.tsx';

/** The floors of all blocks, and a way to make those of a block at once. */
export function FloorsPart() {
  const { t } = useTranslation('floor');
  const mayWrite = useCan(floor.code, 'write');
  const [making, setMaking] = useState(false);
  return (
    <>
      <RecordsPage
        definition={floor}
        widths={{ blockId: 160, order: 200 }}
        headExtras={
          mayWrite && (
            <Button size="sm" icon={Layers} onClick={() => setMaking(true)}>
              {t('range.open')}
            </Button>
          )
        }
      />
      {making && <RangeDialog onClose={() => setMaking(false)} />}
    </>
  );
}
