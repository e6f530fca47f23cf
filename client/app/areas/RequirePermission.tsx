import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { employeeOf, projectIdAtom } from '../../kit/session/session.ts';
import { Forbidden } from '../../kit/ui/states/EmptyState.tsx';

/**
 * Shows a screen to those who may read or write its module, or read a module with a part of it; others learn which
 * permission they lack.
 */
export function RequirePermission({ module, or }: { module: string; or: string }) {
  const { t } = useTranslation('modules');
  const navigate = useNavigate();
  const projectId = useAtomValue(projectIdAtom);
  const reads = useCan(module, 'read');
  const writes = useCan(module, 'write');
  const others = useCan(or, 'read');
  if (reads || writes || others) return <Outlet />;
  const position = employeeOf(projectId ?? undefined)?.positions[0]?.name;
  return <Forbidden module={t(module)} position={position} onBack={() => void navigate(-1)} />;
}
