#!/bin/bash
# What docs/gpu.md shows of players who share what they see and of a casino's years, on a machine with a card:
#
#     bash bench/gpu.sh [shared | casino | cluster | bench]     # without a word: the first two
#
# Results go to the folder $OUT, or gpu-results where that is not set. It ends within nine minutes. Where numba or
# msgspec is not installed, build/device/site.tar.xz is unpacked, which must have them for this Python.
set -u
OUT=${OUT:-gpu-results}
what=${1:-all}
mkdir -p "$OUT"
export PYTHONUNBUFFERED=1 PYTHONPATH=src:$PWD/build/device/site
python3 -c "import numba, msgspec" 2>/dev/null || {
  mkdir -p build/device/site && tar xJf build/device/site.tar.xz -C build/device/site
}
step() { # a name, the most seconds that it may take, and what to run
  local name=$1 most=$2 start=$SECONDS
  shift 2
  [ "$most" -gt $((530 - SECONDS)) ] && most=$((530 - SECONDS))
  [ "$most" -lt 5 ] && { echo "== $name: no time left"; return; }
  echo "== $name: $*"
  timeout "$most" "$@" >"$OUT/$name.txt" 2>"$OUT/$name.err" || echo "   failed or too long: $(tail -n 5 "$OUT/$name.err")"
  grep -v '^ *$' "$OUT/$name.txt" | head -n "${SHOWN:-30}"
  echo "   ($((SECONDS - start)) seconds; $(grep -a -o '[0-9.,a-z ]*a second' "$OUT/$name.err" | tail -n 1))"
}
pitboss() { step "$1" "$2" python3 -m pitboss "${@:3}" --device gpu; }

python3 -c "import numpy, numba, cupy; print('numpy', numpy.__version__, 'numba', numba.__version__, 'cupy', cupy.__version__)"
nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader
nvidia-smi --query-gpu=clocks.sm,power.draw,utilization.gpu --format=csv,noheader -l 5 >"$OUT/clock.csv" &
clock=$!

if [ "$what" = all ] || [ "$what" = shared ]; then
  step digests 260 python3 -m bench.gpu shared
  pitboss three-card 60 simulate three-card-poker --seats 7 --strategy optimal,shared --rounds "${THREE:-2e9}" --session 100
  pitboss let-it-ride 60 simulate let-it-ride --seats 7 --strategy optimal,shared --rounds "${RIDE:-5e8}" --session 100
  pitboss ultimate 120 simulate ultimate-texas-holdem --seats 6 --strategy optimal,shared --rounds "${ULTIMATE:-1.5e7}" --session 1
fi
if [ "$what" = all ] || [ "$what" = casino ]; then
  SHOWN=60 pitboss casino 200 casino examples/casino.toml --years "${YEARS:-1e5}"
fi
if [ "$what" = cluster ]; then # a worker with the card beside three without: the digest must be the card's
  dask() { python3 -m distributed.cli.dask_"$1" --no-dashboard --scheduler-file "$OUT/cluster.json" "${@:2}" 2>>"$OUT/dask.err" & }
  dask scheduler --host 127.0.0.1 --port 0
  dask worker --nworkers 1 --nthreads 1 --no-nanny
  CUDA_VISIBLE_DEVICES='' dask worker --nworkers 3 --nthreads 4
  until [ -s "$OUT/cluster.json" ]; do sleep 0.2; done
  for question in "let-it-ride --rounds ${MIXED:-1e12}" "ultimate-texas-holdem --seats 6 --rounds ${MIXED_ULTIMATE:-5e10}"; do
    # shellcheck disable=SC2086
    step "mixed-${question%% *}" 100 python3 -m pitboss simulate $question --cluster "$OUT/cluster.json" --device auto
    # shellcheck disable=SC2086
    step "card-${question%% *}" 100 python3 -m pitboss simulate $question --device gpu
  done
  grep -H digest "$OUT"/mixed-*.txt "$OUT"/card-*.txt
  kill $(jobs -p)
fi
if [ "$what" = bench ]; then
  SHOWN=100 step bench 500 python3 -m bench.gpu "${ROUNDS:-500500}"
fi
kill $clock
echo "clock of the card and how often it was seen:"
cut -d, -f1 "$OUT/clock.csv" | sort | uniq -c
