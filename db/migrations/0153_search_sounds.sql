-- Names with typing errors. What is compared is how a name sounds, without its vowels: Kulkarni, Kulkarnee and कुलकर्णी are all 'klkrn'.
-- Groups of three letters are no help there: Gupta and Gutpa have two of six in common, as many other names have.

-- By what a text is found: each of its words as it sounds, after '=' and bare, and what is left of it without one of its letters, which two
-- words share that differ by one sound. Of what sounds short the first letter must be right, or too much would be found. As it sounds:
-- vowels only where a word begins, h nowhere else, letters that people write for one another as one of them (f and ph, w and v, z and j, x
-- and ks), none twice in a row. It calls no other function of ours: an index is made without a path to look for one.
create function search_sounds(said text) returns text[] language plpgsql immutable strict parallel safe cost 800 as $$
declare
  t text := lower(left(said, 200));
  keys text[] := '{}';
  word text;
  n integer;
begin
  if t ~ '[ऀ-ॿ]' then
    t := translate(normalize(t, NFD), 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहऋअआइईउऊएऐओऔऑऍािीुूेैोौॉॅृंँ़्ः' || chr(8204) || chr(8205),
      'kkggnξξjjnttddnttddnppbbmyrllvssshraaaaaaaaaaaaaaaaaaaaaarnn');
  end if;
  if t ~ '[^ -~]' then
    -- Letters with marks, as in Ānand.
    t := regexp_replace(normalize(t, NFD), '[\u0300-\u036f]', '', 'g');
  end if;
  t := replace(regexp_replace(t, '[^a-zξ]+', ' ', 'g'), 'x', 'ks');
  -- The c of Chandra is another than that of Cold.
  t := replace(t, 'ch', 'ξ');
  -- The w of Chowdhury and Gowda belongs to the vowel before it.
  t := translate(regexp_replace(t, '([aeiou])w(?![aeiou])', '\1', 'g'), 'ξcqzfw', 'ckkjpv');
  t := replace(t, 'ph', 'p');
  t := regexp_replace(t, '\m[aeiou]+', 'a', 'g');
  t := regexp_replace(t, '(?<=[a-z])[aeiouyh]+', '', 'g');
  t := trim(regexp_replace(t, '([a-z])\1+', '\1', 'g'));
  foreach word in array (string_to_array(t, ' '))[1:8] loop
    word := left(word, 12);
    n := length(word);
    continue when n = 0;
    keys := keys || ('=' || word) || word;
    if n >= 3 then
      for i in case when n = 3 then 2 else 1 end..n loop
        -- Without its l, klkrn is krn: no letter stands twice in a row.
        keys := keys || (left(word, i - 1) || substr(word, i + case when i > 1 and substr(word, i - 1, 1) = substr(word, i + 1, 1) then 2 else 1 end));
      end loop;
    end if;
  end loop;
  return keys;
end $$;

-- Those of the texts that people know by heart.
create index account_name_sounds on account using gin (search_sounds(name));
create index organisation_name_sounds on organisation using gin (search_sounds(name));
create index driver_name_sounds on driver using gin (search_sounds(name));
create index doctor_name_sounds on doctor using gin (search_sounds(name));
create index emergency_contact_name_sounds on emergency_contact using gin (search_sounds(name));
create index geofence_name_sounds on geofence using gin (search_sounds(name));
create index vehicle_group_name_sounds on vehicle_group using gin (search_sounds(name));
create index vehicle_brand_name_sounds on vehicle_brand using gin (search_sounds(name));
create index vehicle_model_name_sounds on vehicle_model using gin (search_sounds(name));
create index rto_name_sounds on rto using gin (search_sounds(name));

-- What the search over everything looks for in records of organisations, all of it by an index.
create index driver_dl_no_hash_idx on driver (dl_no_hash) where deleted_at is null;
create index organisation_gstin_trgm on organisation using gin (gstin gin_trgm_ops);
create index organisation_city_trgm on organisation using gin (city gin_trgm_ops);
create index account_city_trgm on account using gin (city gin_trgm_ops);
create index emergency_contact_name_trgm on emergency_contact using gin (name gin_trgm_ops);
create index emergency_contact_mobile_trgm on emergency_contact using gin (mobile gin_trgm_ops);
create index app_user_policy_policy_no_trgm on app_user_policy using gin (policy_no gin_trgm_ops);
create index app_user_policy_policy_no_sort on app_user_policy (lower(policy_no), id) where deleted_at is null;
create index policy_claim_claim_no_trgm on policy_claim using gin (claim_no gin_trgm_ops);
create index policy_claim_claim_no_sort on policy_claim (lower(claim_no), id) where deleted_at is null;
create index challan_challan_no_sort on challan (lower(challan_no), id) where deleted_at is null;
create index incident_what_trgm on incident using gin (what gin_trgm_ops);
create index incident_what_sort on incident (lower(what), id) where deleted_at is null;
create index incident_incident_no_trgm on incident using gin (incident_no gin_trgm_ops);
create index incident_place_trgm on incident using gin (place gin_trgm_ops);
create index geofence_name_trgm on geofence using gin (name gin_trgm_ops);
create index vehicle_group_name_trgm on vehicle_group using gin (name gin_trgm_ops);
create index alarm_what_trgm on alarm using gin (what gin_trgm_ops);
create index alarm_what_sort on alarm (lower(what), id) where deleted_at is null;
create index alarm_device_trgm on alarm using gin (device gin_trgm_ops);
create index alarm_place_trgm on alarm using gin (place gin_trgm_ops);
create index alarm_rule_name_trgm on alarm_rule using gin (name gin_trgm_ops);
create index report_schedule_name_trgm on report_schedule using gin (name gin_trgm_ops);

-- These hold for the owner of the tables too, as whom the views of lists read, and so kept every index over ilike from being used for them
-- (docs/decisions/0019). The views say the same themselves; everybody else is the runtime role.
alter policy challan_shown on challan to :app;
alter policy challan_note_staff on challan_note to :app;
alter policy ticket_note_staff on ticket_note to :app;
