import { Printer } from 'lucide-react';
import { scopeNow } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { useExport } from './useExport.ts';

/** Downloads a record as PDF. */
export function PaperButton({ path, children }: { path: string; children: string }) {
  const { busy, save } = useExport();
  return (
    <Button icon={Printer} busy={busy} onClick={() => save(path, scopeNow())}>
      {children}
    </Button>
  );
}
