import { newId } from '@lobby/server/kit/database/database.ts';
import { seal } from '@lobby/server/kit/privacy/personal.ts';
import { keepBeside } from '@lobby/server/kit/store/beside.ts';
import { hashPassword } from '@lobby/server/platform/accounts/passwords/passwords.ts';
import { accessToken, loginDigest, newSession, sessions } from '@lobby/server/platform/auth/sessions.ts';
import { PEOPLE, type User, users } from '@lobby/server/platform/auth/users.ts';
import { projects } from '@lobby/server/platform/projects/projects.ts';
import { DEFAULT_LANGUAGE } from '@lobby/shared/kit/languages.ts';
import { FLAGS, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { type Caller, callerOf, type Row, type Sent } from './caller.ts';
import { type Making, makeRecords, permit } from './records.ts';

export const PASSWORD = 'right-password';
export const FORBIDDEN_WORD = 'Đồ ngốc';

/** A signed-in person. */
export interface Person extends Caller {
  userId: string;
  /** Employee or resident id. */
  id: string;
  name: string;
  email: string;
  token: string;
  /** The same person at another server. */
  at: (url: string) => Caller;
}

/** A project with its people. */
export interface Site {
  id: string;
  blockId: string;
  floorId: string;
  unitId: string;
  otherUnitId: string;
  departmentId: string;
  /** Two employees with all permissions. */
  ann: Person;
  ben: Person;
  /** An employee with the permissions given by `allow`; none at first. */
  carl: Person;
  allow: (permissions: Permissions) => Promise<void>;
  /** Residents of `unitId` and of `otherUnitId`. */
  dora: Person;
  emil: Person;
}

/** Every flag on every module. */
export const everything: Permissions = Object.fromEntries(CODES.map(code => [code, FLAGS]));

let hash: Promise<string> | null = null;
let numbers = 0;

/** A user with the password `PASSWORD` and an existing session. */
interface Account {
  userId: string;
  email: string;
  phone: string;
  token: string;
}

async function addAccount(kind: User['kind'], name: string): Promise<Account> {
  hash ??= hashPassword(PASSWORD);
  const n = ++numbers;
  const email = `${name.toLowerCase()}${n}@example.test`;
  const phone = `+849${String(10_000_000 + n)}`;
  const now = new Date();
  const user: User = {
    _id: newId(),
    logins: [loginDigest(email), ...(kind === 'resident' ? [loginDigest(phone)] : [])],
    name,
    email: kind === 'staff' ? email : seal(PEOPLE, email),
    kind,
    passwordHash: await hash,
    verified: true,
    disabled: false,
    signedInAt: now,
    language: DEFAULT_LANGUAGE,
  };
  // Written directly: hashing a password takes as long as the rest of a site.
  const session = newSession(user, true, now, { agent: 'test', address: '127.0.0.1' });
  await Promise.all([users().insertOne(user), sessions().insertOne(session)]);
  return { userId: user._id, email, phone, token: await accessToken(session) };
}

const RENEWED_MS = 4 * 60_000;

/** Renews the tokens of people, which last ten minutes; returns a function that stops it. */
export function staySignedIn(people: readonly Person[]): () => void {
  const renewing = setInterval(async () => {
    for (const person of people) {
      const session = await sessions().findOne({ userId: person.userId, endedAt: null });
      if (session) person.token = await accessToken(session);
    }
  }, RENEWED_MS);
  return () => clearInterval(renewing);
}

/** Signs in over HTTP. */
export async function signIn(url: string, kind: User['kind'], login: string, password = PASSWORD) {
  const [path, body] =
    kind === 'staff' ? ['/auth/login', { email: login, password }] : ['/resident/auth/login', { login, password }];
  return callerOf(
    () => url,
    () => ({}),
  ).post<{ accessToken: string; employees: Row[]; units: Row[] }>(path, body);
}

function personOf(
  url: string,
  { userId, email, token }: Account,
  id: string,
  name: string,
  headers: Record<string, string>,
  heard?: (sent: Sent) => void,
): Person {
  const person = { userId, email, id, name, token };
  const standing = () => ({ Authorization: `Bearer ${person.token}`, 'Accept-Language': 'en', ...headers });
  const at = (other: string) => callerOf(() => other, standing, heard);
  return Object.assign(person, at(url), { at });
}

/** Creates a project with two units, three employees and two residents, all signed in. */
export async function makeSite(url: string, name: string, heard?: (sent: Sent) => void): Promise<Site> {
  const id = newId();
  // A retried test creates it again.
  const before = await projects().countDocuments({ name });
  await projects().insertOne({
    _id: id,
    name,
    code: `${name.toUpperCase()}${before || ''}`,
    timeZone: 'Asia/Ho_Chi_Minh',
    address: '1 Test Street',
    hotline: '1900 0000',
    forbiddenWords: [FORBIDDEN_WORD],
    ticketExpiryDays: 7,
    // Without quiet hours, as tests run at any time.
    sending: { quietFrom: '00:00', quietTo: '00:00' },
    features: { E_INVOICE: true },
  });
  /** Creates records that refer only to earlier ones; returns their ids. */
  const add = async <const T extends readonly Making[]>(...records: T) =>
    (await makeRecords(id, records)).map(record => record._id) as { [N in keyof T]: string };
  const people = Promise.all([
    addAccount('staff', 'Ann'),
    addAccount('staff', 'Ben'),
    addAccount('staff', 'Carl'),
    addAccount('resident', 'Dora'),
    addAccount('resident', 'Emil'),
  ]);
  const [, departmentId, blockId] = await add(
    [hotline, { name: 'Hotline', phone: '1900 0000' }, { kind: 'MAIN', digits: '19000000', order: 10 }],
    [department, { name: `Office ${name}` }],
    [block, { name: `Block ${name}` }],
  );
  const [chief, limited, floorId] = await add(
    [position, { name: 'Chief', departmentId }, { permissions: everything }],
    [position, { name: 'Limited', departmentId }, { permissions: {} }],
    [floor, { name: '12', blockId, order: 12 }],
  );
  const home = (code: string): Making => [
    unit,
    {
      code: `${name.slice(0, 1)}${code}`,
      type: 'APARTMENT',
      blockId,
      floorId,
      area: 70,
    },
  ];
  const [ann, ben, carl, dora, emil] = await people;
  const job = (first: string, { userId, email }: Account, positionId: string): Making => [
    employee,
    { name: first, email, positionIds: [positionId], departmentId },
    { userId, status: 'ACTIVE' },
  ];
  const [unitId, otherUnitId, annId, benId, carlId] = await add(
    home('A-12.08'),
    home('B-03.01'),
    job('Ann', ann, chief),
    job('Ben', ben, chief),
    job('Carl', carl, limited),
  );
  const role = 'HOUSEHOLDER';
  const householder = (first: string, { userId, phone, email }: Account, at: string): Making => [
    resident,
    { name: first, unitId: at, role, phone, email },
    { userId, unitIds: [at] },
  ];
  const [doraId, emilId] = await add(householder('Dora', dora, unitId), householder('Emil', emil, otherUnitId));
  const held = (residentId: string, at: string): Making => [
    residency,
    { residentId, unitId: at, role },
    { householderOf: at, uniq: { householderOf: at } },
  ];
  await add(held(doraId, unitId), held(emilId, otherUnitId));
  await keepBeside(unit, { projectId: id }, { _id: unitId }, { set: { householderId: doraId } });
  await keepBeside(unit, { projectId: id }, { _id: otherUnitId }, { set: { householderId: emilId } });
  const staff = { 'X-Project-Id': id };
  return {
    id,
    blockId,
    floorId,
    unitId,
    otherUnitId,
    departmentId,
    ann: personOf(url, ann, annId, 'Ann', staff, heard),
    ben: personOf(url, ben, benId, 'Ben', staff, heard),
    carl: personOf(url, carl, carlId, 'Carl', staff, heard),
    allow: permissions => permit(limited, permissions),
    dora: personOf(url, dora, doraId, 'Dora', { 'X-Unit-Id': unitId }, heard),
    emil: personOf(url, emil, emilId, 'Emil', { 'X-Unit-Id': otherUnitId }, heard),
  };
}
