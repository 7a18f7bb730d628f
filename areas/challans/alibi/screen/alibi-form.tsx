import { type FormEvent, useId, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { DateInput } from '#kit/web/ui/date/date-input.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { findPlaces, usePlates } from './alibi.queries.ts';
import type { FoundPlace } from '../alibi.contract.ts';
import { coordinatesIn, type Question } from './question.web.ts';
import styles from './alibi.module.css';

interface Props {
  value: Question;
  onChange: (change: Partial<Question>) => void;
  /** What is wrong, by the names of the call. */
  wrong: Readonly<Record<string, string>>;
  isBusy: boolean;
  onSend: () => void;
}

/** What the challan says: which vehicle, where, when. */
export function AlibiForm({ value, onChange, wrong, isBusy, onSend }: Props) {
  const t = useT();
  const set = (name: keyof Question) => (text: string) => onChange({ [name]: text });
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className={`sheet ${styles.form}`} aria-label={t('alibi.question')} onSubmit={send} noValidate>
      <PlateField value={value.plate} onChange={set('plate')} error={wrong['plate']} />
      <PlaceField value={value} onChange={onChange} error={wrong['place'] ?? wrong['lat'] ?? wrong['lon']} />
      <div className={styles.pair}>
        <TextField
          label={t('alibi.placeName')}
          value={value.placeName}
          onChange={set('placeName')}
          help={t('alibi.placeNameHelp')}
          optional
          maxLength={200}
        />
        <TextField
          label={t('alibi.radius')}
          value={value.radius}
          onChange={set('radius')}
          error={wrong['radiusM']}
          inputMode="numeric"
          dir="ltr"
        />
      </div>
      <div className={styles.triple}>
        <TextField
          label={t('alibi.day')}
          value={value.day}
          onChange={set('day')}
          error={wrong['day']}
          renderControl={(shared) => <DateInput {...shared} onChange={set('day')} />}
        />
        <TextField
          label={t('alibi.time')}
          value={value.time}
          onChange={set('time')}
          error={wrong['from']}
          placeholder="14:35"
          inputMode="numeric"
          dir="ltr"
        />
        <TextField
          label={t('alibi.until')}
          value={value.until}
          onChange={set('until')}
          error={wrong['to']}
          optional
          inputMode="numeric"
          dir="ltr"
        />
      </div>
      <TextField
        label={t('alibi.tolerance')}
        value={value.tolerance}
        onChange={set('tolerance')}
        error={wrong['toleranceMinutes']}
        help={t('alibi.toleranceHelp')}
        inputMode="numeric"
        dir="ltr"
      />
      <div className={styles.pair}>
        <TextField label={t('alibi.notice')} value={value.notice} onChange={set('notice')} optional maxLength={200} />
        <TextField
          label={t('alibi.section')}
          value={value.section}
          onChange={set('section')}
          optional
          maxLength={200}
        />
      </div>
      <button type="submit" className="btn p" disabled={isBusy} aria-busy={isBusy}>
        {t('alibi.find')}
      </button>
    </form>
  );
}

/** A registration number, with those of one's own vehicles to choose from; any other can be typed. */
function PlateField(props: { value: string; onChange: (text: string) => void; error: string | undefined }) {
  const t = useT();
  const id = useId();
  const may = useCan()('vehicle', 'view');
  const { data } = usePlates(props.value, may);
  return (
    <>
      <TextField
        label={t('alibi.plate')}
        value={props.value}
        onChange={props.onChange}
        error={props.error}
        list={id}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
      />
      <datalist id={id}>
        {data?.map((one) => (
          <option key={one.id} value={one.label} />
        ))}
      </datalist>
    </>
  );
}

function PlaceField({ value, onChange, error }: Pick<Props, 'value' | 'onChange'> & { error: string | undefined }) {
  const t = useT();
  const [found, setFound] = useState<FoundPlace[]>();
  const isNamed = value.place.trim().length >= 3 && !coordinatesIn(value.place);
  const search = async () => setFound(await findPlaces(value.place.trim()).catch(() => []));
  const choose = (place: FoundPlace) => {
    setFound(undefined);
    onChange({
      place: `${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}`,
      placeName: place.name,
      radius: String(Math.min(50_000, Math.max(50, Math.ceil(place.radiusM / 50) * 50))),
    });
  };
  return (
    <div className={styles.place}>
      <TextField
        label={t('alibi.place')}
        value={value.place}
        onChange={(place) => {
          setFound(undefined);
          onChange({ place });
        }}
        error={found?.length === 0 ? t('alibi.noPlace') : error}
        help={t('alibi.placeHelp')}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isNamed) return;
          event.preventDefault();
          void search();
        }}
        beside={
          isNamed ? (
            <button type="button" className="btn g sm" onClick={() => void search()}>
              {t('alibi.search')}
            </button>
          ) : undefined
        }
      />
      {found && found.length > 0 ? (
        <ul className={styles.found} aria-label={t('alibi.choose')}>
          {found.map((place) => (
            <li key={`${place.kind} ${place.name} ${place.lat}`}>
              <button type="button" className="btn g" onClick={() => choose(place)}>
                <bdi>{place.name}</bdi>
                <span className="t2">{t(place.kind === 'TOWN' ? 'alibi.town' : 'alibi.road')}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
