import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { indiaDay } from '#kit/contract/days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { recordChange } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { answerWith, common, type Desk } from './acting.ts';
import { challan } from './challan.contract.ts';
import { keepAsked } from './challan-rows.store.ts';
import { addTurns, nextNumber } from './challans.store.ts';
import { type OffenceFacts, reckon, takeTurn } from './offence.ts';
import { stateOf } from '#areas/offices/states.contract.ts';
import { type ProvenViolation, readViolation, refuseUnproven } from './violation.store.ts';

const indiaTime = (at: Date): string => new Date(at.getTime() + 330 * 60_000).toISOString().slice(11, 16);

/** POST /challan/from-violation/{id}: the draft of a company notice for a proven violation, with what the rules ask for. */
export function addFromViolation(app: FastifyInstance, desk: Desk): void {
  const { kit } = desk;
  addRoute(app, {
    ...common,
    path: '/challan/from-violation/{id}',
    summary:
      'Draft a company notice for a confirmed violation: offence, amount and who is to pay follow from it and from the rules',
    status: 201,
    access: { module: challan.path, action: 'approve' },
    whileImpersonating: 'refused',
    answer: rowSchema(kit.registry, challan),
    handle: (call) => {
      const scope = scopeOf(call.session);
      const violationId = call.params['id']?.toLowerCase();
      return writeAnswer(kit, challan, call, { values: {}, files: {} }, async (db, writer) => {
        if (!isId(violationId)) throw refuse.notFound('Violation not found');
        const violation = await readViolation(db, scope, violationId);
        refuseUnproven(violation);
        await takeTurn(db, violation);
        const [other] = await db.query<{ challanNo: string }>(
          `select challan_no as "challanNo" from challan where violation_id = $1 and deleted_at is null and challan_status not in ('CANCELLED', 'LAPSED')`,
          [violation.id],
        );
        if (other) throw refuse.conflict(`There is ${other.challanNo} for this violation already`);
        const place = kit.places.nameOf(violation.lat, violation.lon);
        const facts = factsOf(violation, stateOf(place?.state));
        const { rule, asked } = await reckon(db, facts);
        if (!rule)
          throw refuse.conflict(
            'No challan rule applies to this violation on its day. Add one, or try the tester of challan rules',
          );
        const id = uuidv7();
        const challanNo = await nextNumber(db, writer.now);
        const near = place ? `, near ${place.town}` : '';
        await db.query(
          `insert into challan (id, source, challan_no, challan_type_id, org_id, vehicle_id, driver_id, liable, offence_on, offence_time, state, place,
             lat, lon, violation_id, speed_kmh, limit_kmh, seconds, amount_paise, created_at, created_by, updated_at, updated_by, challan_status)
           values ($1, 'INTERNAL', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $19, $20, 'DRAFT')`,
          [
            id,
            challanNo,
            rule.challanTypeId,
            violation.orgId,
            violation.vehicleId,
            violation.driverId,
            facts.liable,
            facts.offenceOn,
            indiaTime(new Date(violation.fromAt)),
            facts.state,
            `${violation.road}${near}`.slice(0, 200),
            violation.lat,
            violation.lon,
            violation.id,
            violation.speedKmh,
            violation.limitKmh,
            violation.seconds,
            asked.amountPaise,
            writer.now.toISOString(),
            writer.actorId,
          ],
        );
        await keepAsked(db, id);
        await addTurns(db, writer, [{ id, orgId: violation.orgId, challanStatus: 'DRAFT' }], { what: 'DRAFTED' });
        writer.touched.push([challan.base, violation.orgId]);
        const after = { violationId: violation.id, amountPaise: asked.amountPaise, liable: facts.liable };
        await recordChange(db, writer, {
          action: 'create',
          module: challan.path,
          recordId: id,
          recordTitle: challanNo,
          orgId: violation.orgId,
          before: null,
          after,
          fields: Object.keys(after),
        });
        return { ...(await answerWith(desk, db, call, id)), status: 201, message: `Draft ${challanNo} made.` };
      });
    },
  });
}

/** A violation as what the rules are asked about. Whoever was assigned to the vehicle then is to pay, else the owner. */
function factsOf(violation: ProvenViolation, state: string | null): OffenceFacts {
  return {
    id: null,
    orgId: violation.orgId,
    challanTypeId: null,
    vehicleId: violation.vehicleId,
    driverId: violation.driverId,
    liable: violation.driverId === null ? 'OWNER' : 'DRIVER',
    offenceOn: indiaDay(new Date(violation.fromAt)),
    offenceAt: violation.fromAt,
    state,
    units: null,
    speedKmh: violation.speedKmh,
    limitKmh: violation.limitKmh,
    seconds: violation.seconds,
  };
}
