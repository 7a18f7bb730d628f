import { useMemo, useState } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { api, ApiError } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { tagOf, useRow } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { type DrawnLine, offsetNear, partOf, pointAt } from '../draw/road-layers.web.ts';
import { RoadMap } from '../draw/road-map.tsx';
import { lengthOf, type LinePoint } from '../road/line.contract.ts';
import { road } from '../road/road.contract.ts';
import { refreshRoads, useRoadLimits, useRoadLine } from '../roads.queries.ts';
import { RuleFates } from './rule-fates.tsx';
import { lastSplitM } from './split-line.contract.ts';
import { SplitMarker } from './split-marker.tsx';
import styles from '../roads.module.css';

const mostLetters = road.fields.name.max;

/** Splits a road in two at a place of its line, and says what becomes of its rules before it is done. */
export function SplitRoad({ row: opened, onClose }: Omit<RowDialogProps, 'definition'>) {
  const t = useT();
  // Others may change it meanwhile: its version, line and rules are those of now.
  const { data: row } = useRow(road, opened.id);
  const { data: points } = useRoadLine(opened.id);
  const lastM = useMemo(() => (points ? lastSplitM(points) : 0), [points]);
  return (
    <ActionDialog title={t('roads.split.title', { title: opened.title })} isWide onClose={onClose}>
      {!row || !points ? (
        <span className="sk" style={{ height: 300 }} aria-hidden="true" />
      ) : lastM < 1 ? (
        <div className="col gap-16">
          <p className="t2">{t(points.length === 0 ? 'roads.lineless' : 'roads.split.short')}</p>
          <div className="row">
            <button type="button" className="btn d" onClick={onClose}>
              {t('action.close')}
            </button>
          </div>
        </div>
      ) : (
        <Form row={row} points={points} lastM={lastM} onClose={onClose} />
      )}
    </ActionDialog>
  );
}

interface FormProps {
  row: RowOf<typeof road>;
  points: readonly LinePoint[];
  lastM: number;
  onClose: () => void;
}

function Form({ row, points, lastM, onClose }: FormProps) {
  const t = useT();
  const { data: limits } = useRoadLimits(row.id, 'M1', '');
  const lengthM = useMemo(() => lengthOf(points), [points]);
  const [typed, setTyped] = useState(() => String(Math.max(1, Math.floor(lengthM / 2))));
  const [name, setName] = useState(() => t('roads.split.defaultName', { name: row.name }).slice(0, mostLetters));
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshRoads, onClose);
  const given = Number(typed);
  const isPlace = /^\d+$/.test(typed.trim()) && given >= 1 && given <= lastM;
  // What is drawn while something else is typed.
  const [drawnM, setDrawn] = useState(given);
  const atM = Math.min(lastM, isPlace ? given : drawnM);
  const place = (next: string) => {
    setTyped(next);
    setWrong(undefined);
    action.clear();
    const metres = Number(next);
    if (Number.isInteger(metres) && metres >= 1 && metres <= lastM) setDrawn(metres);
  };
  // A version that somebody else has changed since: until theirs has arrived nothing can be split.
  const [refused, setRefused] = useState<number>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (!isPlace) return setWrong(t('roads.split.range', { last: formatNumber(lastM) }));
    setSending(true);
    const body = { atM: given, name: name.trim() };
    const answer = await action.send((once) =>
      api.post<Done>(`/road/${row.id}/split`, { body, ifMatch: tagOf(row), ...once }),
    );
    if (answer instanceof ApiError && answer.status === 412) {
      setRefused(row.version);
      await refreshRoads();
    }
    return setSending(false);
  };
  const whole = Math.round(lengthM);
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <Refusal submit={action} fields={['atM', 'name']} />
      <p className="t2">{t('roads.split.about')}</p>
      <SplitMap points={points} atM={atM} lastM={lastM} onMove={(metres) => place(String(metres))} />
      <TextField
        label={t('roads.split.at')}
        inputMode="numeric"
        dir="ltr"
        data-autofocus
        value={typed}
        error={wrong ?? action.fields['atM']}
        help={t('roads.split.atHelp', { last: formatNumber(lastM) })}
        onChange={place}
      />
      <div>
        <span className="mid">{t('roads.split.first')}</span>{' '}
        <bdi>{t('roads.split.keeps', { name: row.name, length: formatNumber(atM) })}</bdi>
      </div>
      <TextField
        label={t('roads.split.secondName')}
        maxLength={mostLetters}
        value={name}
        error={action.fields['name']}
        help={t('roads.split.secondHelp', { length: formatNumber(whole - atM) })}
        onChange={(next) => {
          setName(next);
          action.clear();
        }}
      />
      {limits ? <RuleFates rules={limits.rules} place={{ atM, lengthM: whole, secondM: whole - atM }} /> : null}
      <ActionButtons
        label={t('roads.split.action')}
        submit={action}
        isOff={isSending || refused === row.version}
        onCancel={onClose}
      />
    </ActionForm>
  );
}

interface SplitMapProps {
  points: readonly LinePoint[];
  atM: number;
  lastM: number;
  onMove: (atM: number) => void;
}

/** Both parts, and the marker between them. */
function SplitMap({ points, atM, lastM, onMove }: SplitMapProps) {
  const t = useT();
  const lengthM = useMemo(() => lengthOf(points), [points]);
  const lines = useMemo(
    (): DrawnLine[] => [
      { points: partOf(points, 0, atM), tone: 'road' },
      { points: partOf(points, atM, lengthM), tone: 'rest' },
    ],
    [points, atM, lengthM],
  );
  const middles = [pointAt(points, atM / 2), pointAt(points, (atM + lengthM) / 2)] as const;
  return (
    <div className={`sheet ${styles.splitMap}`}>
      <RoadMap
        label={t('roads.map')}
        lines={lines}
        sight={points}
        onPress={(at) => onMove(Math.min(lastM, Math.max(1, Math.round(offsetNear(points, at)))))}
      >
        {(map) => (
          <>
            {middles.map((at, part) =>
              at ? (
                <MapMarker key={part === 0 ? 'first' : 'second'} map={map} lat={at[0]} lon={at[1]}>
                  <span className={styles.mark}>{t(part === 0 ? 'roads.split.first' : 'roads.split.second')}</span>
                </MapMarker>
              ) : null,
            )}
            <SplitMarker map={map} points={points} atM={atM} lastM={lastM} onMove={onMove} />
          </>
        )}
      </RoadMap>
    </div>
  );
}
