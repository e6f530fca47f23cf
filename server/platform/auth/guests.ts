import type { Request } from 'express';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { GUEST_LINK, readGuestLink } from '../../kit/http/guest-link.ts';
import { projectOf, settingsOf } from '../projects/projects.ts';

/** Who holds a signed link to a record of a definition, in the project of the link: nobody's account, and nothing but that record. */
export async function guestOf(nobody: Ctx, req: Request, definition: string, name: string): Promise<Ctx> {
  const { projectId, until: _until, ...guest } = readGuestLink(req.get(GUEST_LINK), definition);
  const project = await projectOf(projectId);
  if (!project) return fail('LINK_NOT_VALID');
  return {
    ...nobody,
    kind: 'guest',
    userId: `guest-${guest.recordId}`,
    actor: { id: guest.holder, name },
    projectId,
    project: settingsOf(project),
    guest,
  };
}
